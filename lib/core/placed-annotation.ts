import type { Annotation } from "./annotation";
import type { StepSummary } from "./step-summary";

/** An annotation with the run's own steps that it is drawn at; null where it is of the whole run. */
export interface PlacedAnnotation {
  readonly annotation: Annotation;
  readonly steps: { readonly from: number; readonly to: number } | null;
}

/** When a step, or several, were over, as far as that is known. */
export type Ending = Pick<StepSummary, "finishedAt" | "lastSeenAt">;

/** Whether a step was not over at a moment: the first such one is where the moment is drawn. */
export function isOpenAt({ finishedAt, lastSeenAt }: Ending, at: number): boolean {
  return (finishedAt ?? lastSeenAt ?? 0) >= at;
}

/** The first step, in their order, that was not over at a moment; null where none is known. */
export function findStep(steps: readonly (Ending & Pick<StepSummary, "step">)[], at: number): number | null {
  return steps.find((one) => one.step !== null && isOpenAt(one, at))?.step ?? null;
}

/** The moment of an annotation of which only the times of steps say where it is drawn. */
export function findMoment({ step, at }: Annotation): number | null {
  return step === null ? at : null;
}

/** @param toStepAt the step that a moment is drawn at. */
export function placeAnnotation(annotation: Annotation, toStepAt: (moment: number) => number | null): PlacedAnnotation {
  const { step, toStep } = annotation;
  const moment = findMoment(annotation);
  const from = moment === null ? step : toStepAt(moment);
  return { annotation, steps: from === null ? null : { from, to: toStep ?? from } };
}
