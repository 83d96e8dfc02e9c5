import type { Store } from "@/db/store";
import { formatRevision } from "@/lib/core/frame";
import type { RunListEntry } from "@/lib/core/run-list";

/** All runs, at a revision that a live stream can go on from. */
export async function listRuns(
  store: Store,
): Promise<{ readonly revision: string; readonly runs: readonly RunListEntry[] }> {
  // First the revision, then what it covers: what changes in between is sent once more, which is harmless.
  const revision = await store.reader.readRevision();
  const runs = await store.reader.listRuns();
  return { revision: formatRevision(revision), runs };
}
