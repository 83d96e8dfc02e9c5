import type { OnFailed } from "./run";

/** What a run says about how its numbers are to be read. */
export interface ScoringRules {
  /** What the trainer does with failed rollouts; null: not told, and they stay out of `as scored`. */
  readonly onFailed: OnFailed | null;
  /** The reward that a failure is scored with; 0 unless told. */
  readonly failureReward: number;
}

/** The reward that a failed rollout is trained with; null: with none. */
export function failedReward(rules: ScoringRules): number | null {
  return rules.onFailed === "zero" ? 0 : null;
}
