import { toCsvAnswer } from "@/lib/server/csv-answer";
import { exportRuns } from "@/lib/server/export-runs";
import { route } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/** All runs, as CSV. */
export const GET = route(async ({ context }) => toCsvAnswer(await exportRuns(context.store), context.log));
