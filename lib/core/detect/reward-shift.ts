import { addMoments, type Moments, noMoments } from "../moments";
import { leastDropOf, meanLikelihoodRatio } from "./mean-ratio";
import type { Place } from "./shift";

const endAt = Math.log(100);
const leastEndSteps = 2;

/** A mean that fell, with every number that led to it. */
export interface RewardShift {
  readonly onset: Place;
  /** First and last step that may be the onset. */
  readonly onsetRange: readonly [number, number];
  /** The step at which it was known. */
  readonly opened: Place;
  /** Log-likelihood ratio then, over `scatter`. */
  readonly score: number;
  /** How much more the baseline's step means scatter than its groups explain; at least 1. */
  readonly scatter: number;
  /** The least drop that counts. */
  readonly leastDrop: number;
  readonly before: Moments;
  /** Over the steps from the onset to `last`. */
  readonly during: Moments;
  readonly steps: number;
  /** The last step that belongs to it: its end, where it has ended. */
  readonly last: Place;
  readonly state: "open" | "ended" | "rolled_back";
}

/** A step of a reward series that has evidence. */
export interface RewardStep {
  readonly place: Place;
  readonly groups: Moments;
}

/** One of an open shift's last steps, and the shift as it was before it. */
export interface ShiftedStep {
  readonly step: RewardStep;
  readonly before: RewardShift;
}

export function growRewardShift(shift: RewardShift, { groups, place }: RewardStep): RewardShift {
  return { ...shift, during: addMoments(shift.during, groups), steps: shift.steps + 1, last: place };
}

/**
 * The mirror of the detector that opened it: the steps from a candidate recovery on against the shift's before it.
 * Over where the likeliest of them, of those whose rise is worth a look as the drop was and whose mean is back within
 * the least drop of the baseline, has a likelihood ratio of at least ln 100 and at least 2 steps.
 *
 * @param recent the shift's last steps, oldest first.
 * @returns how many of them are well again; 0 where it is not over.
 */
export function countRecovered(recent: readonly ShiftedStep[]): number {
  let recovered = 0;
  let largest = 0;
  let well = noMoments;
  for (let count = 1; count <= recent.length; count++) {
    const candidate = recent[recent.length - count];
    if (candidate === undefined) break;
    well = addMoments(candidate.step.groups, well);
    const { before, during, leastDrop, scatter } = candidate.before;
    if (well.mean === null || during.mean === null || before.mean === null) continue;
    if (well.mean < before.mean - leastDrop || well.mean - during.mean < leastDropOf(before, during)) continue;
    const ratio = meanLikelihoodRatio(during, well) / scatter;
    if (ratio <= largest) continue;
    largest = ratio;
    recovered = count;
  }
  return largest >= endAt && recovered >= leastEndSteps ? recovered : 0;
}
