import type { Split } from "../rollout";

export const shiftStates = ["open", "ended", "rolled_back"] as const;
/** rolled_back: a newer segment ran its steps again. */
export type ShiftState = (typeof shiftStates)[number];

/** A count over some steps. The rate of 0 of 0 is null. */
export interface RatePeriod {
  readonly x: number;
  readonly n: number;
  readonly rate: number | null;
}

/** Group means of the evidence over some steps, with the standard error of their mean. */
export interface RewardPeriod {
  readonly n: number;
  readonly mean: number | null;
  readonly se: number | null;
}

interface ShiftFacts {
  readonly series: string;
  readonly environment: string | null;
  readonly split: Split;
  readonly segment: string;
  /** null: eval rollouts outside any step. */
  readonly onset: number | null;
  /** First and last step that may be the onset. */
  readonly onsetRange: readonly [number, number] | null;
  /** The step at which it was known. */
  readonly opened: number | null;
  readonly lastStep: number | null;
  /** Last step of it; null while it goes on. */
  readonly end: number | null;
  readonly state: ShiftState;
  readonly steps: number;
  readonly completeSteps: number;
}

/** The numbers that a rise was judged by (cusum.ts). */
export interface RateEvidence {
  readonly score: number;
  readonly threshold: number;
  readonly p0: number;
  readonly pt: number;
  readonly alternative: number;
  readonly rho: number;
  readonly baselineSteps: number;
}

/** The numbers that a level was judged by (level.ts): Wilson lower bound, and what it is above. */
export interface LevelEvidence {
  readonly low: number;
  readonly threshold: number;
}

/** The numbers that a fall of a mean was judged by (reward.ts). */
export interface RewardEvidence {
  readonly score: number;
  readonly threshold: number;
  readonly scatter: number;
  readonly leastDrop: number;
}

export type CountShift = ShiftFacts & {
  readonly before: RatePeriod | null;
  readonly during: RatePeriod;
  /** Failures above what the baseline would have given. */
  readonly excess: number;
} & (
    | { readonly detector: "rate"; readonly evidence: RateEvidence }
    | { readonly detector: "level"; readonly evidence: LevelEvidence }
  );

export type MeanShift = ShiftFacts & {
  readonly detector: "reward";
  readonly before: RewardPeriod;
  readonly during: RewardPeriod;
  readonly evidence: RewardEvidence;
};

/** One series' change. */
export type Shift = CountShift | MeanShift;

export function toRatePeriod(x: number, n: number): RatePeriod {
  return { x, n, rate: n === 0 ? null : x / n };
}
