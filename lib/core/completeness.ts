import { medianSorted } from "simple-statistics";

/** What says whether a step of one segment is complete, beside the steps after it. */
export interface StepProgress {
  readonly step: number;
  readonly received: number;
  /** Declared number of rollouts; null where none was. */
  readonly declared: number | null;
  /** Put as finished, or closed because nothing came any more. */
  readonly isClosed: boolean;
}

/** How many steps before tell what a step without a declared count may expect. */
const window = 10;

/** What each step may expect: what was declared, else the median of the steps before it, else what it has. */
function judgeExpectations(steps: readonly StepProgress[]): number[] {
  return steps.map((step, index) => {
    if (step.declared !== null) return Math.max(step.declared, step.received);
    const before = steps
      .slice(Math.max(0, index - window), index)
      .map((one) => one.received)
      .filter((received) => received > 0)
      .sort((a, b) => a - b);
    return before.length === 0 ? step.received : Math.max(medianSorted(before), step.received);
  });
}

export interface SegmentProgress {
  /** The segment gets nothing more: its run has ended, or a newer segment has begun. */
  readonly isOver: boolean;
  /** Its run says that steps overlap. */
  readonly isAsynchronous: boolean;
}

/** Complete steps after it that close a step of an asynchronous run. */
const laterSteps = 2;

/**
 * Which steps of one segment are complete: their declared count is in, they were closed, or a later step has at least
 * half of its own; in an asynchronous run, where steps overlap, two later ones must be complete. Pure, so that the same
 * rows give the same answer whatever order they came in.
 *
 * @param steps of one segment and split, by increasing step.
 */
export function judgeComplete(steps: readonly StepProgress[], { isOver, isAsynchronous }: SegmentProgress): boolean[] {
  const expectations = judgeExpectations(steps);
  const complete = new Array<boolean>(steps.length).fill(isOver);
  let isLaterHalfIn = false;
  let laterComplete = 0;
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index];
    if (step === undefined) continue;
    const isIn = step.declared !== null && step.declared > 0 && step.received >= step.declared;
    const isPassed = isAsynchronous ? laterComplete >= laterSteps : isLaterHalfIn;
    if (isIn || step.isClosed || isPassed) complete[index] = true;
    if (complete[index] === true) laterComplete++;
    const expected = expectations[index] ?? 0;
    if (step.received > 0 && step.received >= expected / 2) isLaterHalfIn = true;
  }
  return complete;
}
