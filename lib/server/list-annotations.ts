import type { Store } from "@/db/store";
import type { Annotation } from "@/lib/core/annotation";
import { requireRun } from "./found";

/** A run's annotations that hold, or those that were removed. @throws Problem `not_found`. */
export async function listAnnotations(
  store: Store,
  run: string,
  { removed }: { readonly removed: boolean },
): Promise<readonly Annotation[]> {
  await requireRun(store, run);
  return removed ? store.triage.listRemovedAnnotations(run) : store.triage.listAnnotations(run);
}
