import type { Store } from "@/db/store";
import type { RunVerdict } from "@/lib/core/run-incident";
import { requireRun } from "./found";

/** What a person, or a script beside the trainer, should do now. @throws Problem `not_found`. */
export async function readVerdict(store: Store, run: string): Promise<RunVerdict> {
  await requireRun(store, run);
  return store.reader.readVerdict(run);
}
