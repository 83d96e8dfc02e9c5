import { formatRevision } from "@/lib/core/frame";
import { listRuns } from "@/lib/server/list-runs";
import { route } from "@/lib/server/route";
import { toWireRunListEntry } from "@/lib/wire/run-list";

export const dynamic = "force-dynamic";

/** All runs, newest activity first. */
export const GET = route(async ({ context: { store } }) => {
  const revision = formatRevision(await store.reader.readRevision());
  return { revision, runs: (await listRuns(store)).map(toWireRunListEntry), next: null };
});
