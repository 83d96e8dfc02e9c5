import type { Difference } from "../difference/describe-difference";

/** Whose rollouts are compared: those of one issue, of one failure kind, of one outcome, or suspected false zeros. */
export type ComparedRollouts =
  | { readonly issue: number }
  | { readonly kind: string }
  | { readonly outcome: "masked" | "failed" }
  | { readonly suspected: true };

export interface IssueDifferenceFilter {
  readonly of: ComparedRollouts;
  readonly run: string;
  /** Without either: from the first to the last step that an issue was seen in; anything else has to be told. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What is different about some rollouts in a range of a run's train steps. */
export interface IssueDifference extends Difference {
  readonly run: string;
  /** The steps that were compared; null where it was seen in none. */
  readonly range: { readonly from: number; readonly to: number } | null;
  /**
   * `range`: the other rollouts of the same steps. `before`: those of the steps before, where the range has next to no
   * other rollouts.
   */
  readonly baseline: "range" | "before";
  /** The steps that the others are of; null where there are none. */
  readonly against: { readonly from: number; readonly to: number } | null;
  /** False where older steps were left out, so that an answer does not take minutes. */
  readonly isWhole: boolean;
}
