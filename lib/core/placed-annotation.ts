import type { Annotation } from "./annotation";
import type { StepSummary } from "./step-summary";

/** An annotation with the run's own steps that it is drawn at; null where it is of the whole run. */
export interface PlacedAnnotation {
  readonly annotation: Annotation;
  readonly steps: { readonly from: number; readonly to: number } | null;
}

/** Steps, in their order. */
export type TimedSteps = readonly Pick<StepSummary, "step" | "finishedAt" | "lastSeenAt">[];

/** The first step that was not over at a moment; null where none is known. */
function findStep(steps: TimedSteps, at: number): number | null {
  return (
    steps.find(({ step, finishedAt, lastSeenAt }) => step !== null && (finishedAt ?? lastSeenAt ?? 0) >= at)?.step ??
    null
  );
}

/** Whether only the times of steps say where an annotation is drawn. */
export function isOfMoment({ step, at }: Annotation): boolean {
  return step === null && at !== null;
}

export function placeAnnotation(annotation: Annotation, steps: TimedSteps): PlacedAnnotation {
  const { step, toStep, at } = annotation;
  const from = step ?? (at === null ? null : findStep(steps, at));
  return { annotation, steps: from === null ? null : { from, to: toStep ?? from } };
}
