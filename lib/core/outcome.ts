import type { RewardState } from "./rollout";

/** The outcomes a rollout can have once it has been heard of. */
export const storedOutcomes = ["scored", "masked", "unscored", "failed", "omitted"] as const;
export type StoredOutcome = (typeof storedOutcomes)[number];
export type CompletedOutcome = "scored" | "masked" | "unscored";

/** The six outcomes of coverage; `unknown` is expected and not heard of, and never stored. */
export const outcomes = [...storedOutcomes, "unknown"] as const;
export type Outcome = (typeof outcomes)[number];

export interface OutcomeFacts {
  /** A failure record, or the sender says that there is no usable result. */
  readonly isFailureRecord: boolean;
  readonly isOmitted: boolean;
  readonly rewardState: RewardState;
  readonly maskFlagged: boolean;
}

/**
 * The outcome of a rollout that has been heard of. Judged in a fixed order, because the facts are independent: a
 * failure record may carry a made-up reward of 0, and an unscored rollout may be flagged as masked.
 */
export function judgeOutcome(facts: OutcomeFacts): StoredOutcome {
  if (facts.isOmitted) return "omitted";
  if (facts.isFailureRecord) return "failed";
  if (facts.rewardState !== "finite") return "unscored";
  return facts.maskFlagged ? "masked" : "scored";
}
