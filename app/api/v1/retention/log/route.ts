import { readRetentionLog } from "@/lib/server/read-retention-log";
import { route } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/** What the rules did. */
export const GET = route(async ({ context }) => readRetentionLog(context.store));
