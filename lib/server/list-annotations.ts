import type { Store } from "@/db/store";
import type { Annotation } from "@/lib/core/annotation";
import { isOfMoment, type PlacedAnnotation, placeAnnotation } from "@/lib/core/placed-annotation";
import { requireRun } from "./found";

/** Annotations, those of moments with the train step that each is drawn at: only then are steps read. */
export async function placeAnnotations(
  store: Store,
  run: string,
  annotations: readonly Annotation[],
): Promise<readonly PlacedAnnotation[]> {
  const needsTimes = annotations.some(isOfMoment);
  const { steps } = needsTimes ? await store.reader.listSteps({ run, split: "train", labels: [] }) : { steps: [] };
  return annotations.map((annotation) => placeAnnotation(annotation, steps));
}

/** A run's annotations that hold, or those that were removed. @throws Problem `not_found`. */
export async function listAnnotations(
  store: Store,
  run: string,
  { removed }: { readonly removed: boolean },
): Promise<readonly Annotation[]> {
  await requireRun(store, run);
  return removed ? store.triage.listRemovedAnnotations(run) : store.triage.listAnnotations(run);
}
