import { exportRun } from "@/lib/server/export-run";
import { routeWithQuery } from "@/lib/server/route";
import { parseRolloutExportQuery } from "@/lib/wire/query";

export const dynamic = "force-dynamic";

/** The rollouts that a filter means, all pages of them, as NDJSON that imports again. */
export const GET = routeWithQuery(parseRolloutExportQuery, async ({ context, run, query }) => {
  return exportRun(context, { run: run(), ...query });
});
