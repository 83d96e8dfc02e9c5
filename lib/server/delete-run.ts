import type { Store } from "@/db/store";
import { foundRun } from "./found";

/**
 * Removes a run for good, with everything sent to it and said about it; of one that waits for that, the wait ends.
 *
 * @throws Problem `not_found`.
 */
export async function deleteRun(store: Store, run: string): Promise<{ run: string; deleted: true }> {
  const isGone = (await store.writer.deleteRun(run)) || (await endWait(store, run));
  foundRun(isGone || null, run);
  return { run, deleted: true };
}

async function endWait(store: Store, run: string): Promise<boolean> {
  const now = Date.now();
  if (!(await store.managing.endWait(run, now))) return false;
  await store.managing.takeDueRemovals(now);
  await store.writer.removeHiddenRuns();
  return true;
}
