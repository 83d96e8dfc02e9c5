import type { Store } from "@/db/store";
import type { Annotation } from "@/lib/core/annotation";
import { findMoment, type PlacedAnnotation, placeAnnotation } from "@/lib/core/placed-annotation";
import { requireRun } from "./found";

/** Annotations, those of moments with the train step that each is drawn at: only then are steps looked at. */
export async function placeAnnotations(
  store: Store,
  run: string,
  annotations: readonly Annotation[],
): Promise<readonly PlacedAnnotation[]> {
  const moments = [...new Set(annotations.map(findMoment).filter((moment) => moment !== null))];
  const steps = moments.length === 0 ? [] : await store.reader.findSteps(run, moments);
  const placed = new Map(moments.map((moment, index) => [moment, steps[index] ?? null]));
  return annotations.map((annotation) => placeAnnotation(annotation, (moment) => placed.get(moment) ?? null));
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
