import type { Store } from "@/db/store";
import type { Annotation, AnnotationChange } from "@/lib/core/annotation";
import { foundAnnotation, requireRun } from "./found";

/**
 * Changes, removes or brings back an annotation; as it then is.
 *
 * @throws Problem `not_found`; `conflict` where it is not at the version that is named, or was removed;
 *   `invalid_request` where its range would end before it begins.
 */
export async function changeAnnotation(
  store: Store,
  run: string,
  id: number,
  change: AnnotationChange,
): Promise<Annotation> {
  await requireRun(store, run);
  return foundAnnotation(await store.triage.changeAnnotation(run, id, change, Date.now()), run, id);
}
