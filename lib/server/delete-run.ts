import type { Store } from "@/db/store";
import { foundRun } from "./found";

/** Removes a run for good, with everything sent to it and said about it. @throws Problem `not_found`. */
export async function deleteRun(store: Store, run: string): Promise<{ run: string; deleted: true }> {
  foundRun((await store.writer.deleteRun(run)) || null, run);
  return { run, deleted: true };
}
