import { listNotices } from "@/lib/server/list-notices";
import { routeWithQuery } from "@/lib/server/route";
import { parseNoticesQuery } from "@/lib/wire/query";

export const dynamic = "force-dynamic";

/** The log of notices, newest first. */
export const GET = routeWithQuery(parseNoticesQuery, async ({ context, query }) => listNotices(context, query));
