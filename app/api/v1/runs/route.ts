import { listRuns } from "@/lib/server/list-runs";
import { route } from "@/lib/server/route";
import { toWireRunListEntry } from "@/lib/wire/run-list";

export const dynamic = "force-dynamic";

/** All runs, newest activity first. */
export const GET = route(async ({ context: { store } }) => {
  const { revision, runs } = await listRuns(store);
  return { revision, runs: runs.map(toWireRunListEntry), next: null };
});
