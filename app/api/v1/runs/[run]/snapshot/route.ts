import { foundRun } from "@/lib/server/found";
import { readRunSnapshot } from "@/lib/server/read-run-snapshot";
import { routeWithQuery } from "@/lib/server/route";
import { parseSnapshotQuery } from "@/lib/wire/query";
import { toWireSnapshot } from "@/lib/wire/snapshot";

export const dynamic = "force-dynamic";

/** What the run page shows, at one revision that its live stream continues from. */
export const GET = routeWithQuery(parseSnapshotQuery, async ({ context, run, query }) => {
  const name = run();
  return toWireSnapshot(foundRun(await readRunSnapshot(context.store, { run: name, ...query }), name));
});
