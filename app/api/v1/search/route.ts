import { routeWithQuery } from "@/lib/server/route";
import { search } from "@/lib/server/search";
import { parseSearchQuery, toWireSearchResult } from "@/lib/wire/search";

export const dynamic = "force-dynamic";

/** What words find: runs, issues, kinds, rollouts, reasons, annotations, environments, labels. */
export const GET = routeWithQuery(parseSearchQuery, async ({ context, query }) => {
  return { results: (await search(context.store, query)).map(toWireSearchResult) };
});
