import { type Moments, standardError } from "../moments";
import { type CountShift, type MeanShift, type RewardPeriod, type Shift, toRatePeriod } from "./detected-shift";
import { levelNull } from "./level";
import type { RewardShift } from "./reward-shift";
import type { RateShift } from "./shift";

/** A shift with where it lies on the tape: from its onset back along the line from its last step. */
export interface LocatedShift {
  readonly shift: Shift;
  readonly from: number;
  readonly to: number;
}

/** The series that a detector reads, and the likelihood ratio from which on it opens. */
export interface Owner {
  readonly series: string;
  readonly environment: string | null;
  readonly threshold: number;
}

export function toRewardPeriod(moments: Moments): RewardPeriod {
  return { n: moments.n, mean: moments.mean, se: standardError(moments) };
}

function toFacts(
  { series, environment }: Owner,
  found: Pick<RateShift, "onset" | "onsetRange" | "opened" | "last" | "state">,
) {
  const { onset, onsetRange, opened, last, state } = found;
  return {
    series,
    environment,
    split: "train" as const,
    segment: onset.segment,
    onset: onset.step,
    onsetRange,
    opened: opened.step,
    lastStep: last.step,
    end: state === "open" ? null : last.step,
    state,
  };
}

export function toCountShift(owner: Owner, found: RateShift): LocatedShift {
  const { x, n, steps, completeSteps } = found.sums;
  const { yardstick } = found;
  const facts = { ...toFacts(owner, found), steps, completeSteps, during: toRatePeriod(x, n) };
  const shift: CountShift =
    yardstick === null
      ? {
          ...facts,
          detector: "level",
          before: null,
          excess: x,
          evidence: { low: found.score, threshold: levelNull },
        }
      : {
          ...facts,
          detector: "rate",
          before: toRatePeriod(yardstick.x, yardstick.n),
          excess: x - yardstick.p0 * n,
          evidence: {
            score: found.score,
            threshold: owner.threshold,
            p0: yardstick.p0,
            pt: yardstick.pt,
            alternative: found.alternative,
            rho: yardstick.rho,
            baselineSteps: yardstick.steps,
          },
        };
  return { shift, from: found.onset.index, to: found.last.index };
}

export function toMeanShift(owner: Owner, found: RewardShift): LocatedShift {
  const shift: MeanShift = {
    ...toFacts(owner, found),
    detector: "reward",
    // Only complete steps are read.
    steps: found.steps,
    completeSteps: found.steps,
    before: toRewardPeriod(found.before),
    during: toRewardPeriod(found.during),
    evidence: {
      score: found.score,
      threshold: owner.threshold,
      scatter: found.scatter,
      leastDrop: found.leastDrop,
    },
  };
  return { shift, from: found.onset.index, to: found.last.index };
}
