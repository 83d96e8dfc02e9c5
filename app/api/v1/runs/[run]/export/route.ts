import { exportRun } from "@/lib/server/export-run";
import { routeWithQuery } from "@/lib/server/route";
import { parseRunExportQuery } from "@/lib/wire/query";

export const dynamic = "force-dynamic";

/** All of a run as NDJSON that imports again. */
export const GET = routeWithQuery(parseRunExportQuery, async ({ context, run, query }) => {
  return exportRun(context, { run: run(), ...query });
});
