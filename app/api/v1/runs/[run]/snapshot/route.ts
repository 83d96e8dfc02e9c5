import { chartPoints } from "@/lib/core/snapshot";
import { readRunSnapshot } from "@/lib/server/read-run-snapshot";
import { found, route } from "@/lib/server/route";
import { parseStepQuery } from "@/lib/wire/query";
import { toWireSnapshot } from "@/lib/wire/snapshot";

export const dynamic = "force-dynamic";

/** What the run page shows, at one revision that its live stream continues from. */
export const GET = route(async ({ context, run, query }) => {
  const { filter, resolution } = parseStepQuery(run(), query);
  const snapshot = await readRunSnapshot(context.store, { ...filter, resolution: resolution ?? chartPoints });
  return toWireSnapshot(found(snapshot, `run called "${filter.run}"`));
});
