import type { Store } from "@/db/store";
import type { FinishState } from "@/lib/core/run";
import { foundRun } from "./found";

/** Says that a run has ended, and how. @throws Problem `not_found`: a run that nobody heard of can't end. */
export async function finishRun(
  store: Store,
  run: string,
  told: { readonly state: FinishState },
): Promise<{ run: string; state: FinishState }> {
  foundRun((await store.writer.setFinished(run, told.state)) || null, run);
  return { run, state: told.state };
}
