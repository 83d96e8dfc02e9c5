import type { ScoreTotals } from "./attribution";
import type { StepFilter } from "./stored-rollout";

/** Steps whose rewards are added up. Labels are not looked at: summaries do not know them. */
export interface PeriodFilter extends Omit<StepFilter, "labels"> {
  /** Only so many complete ones, counted back from the last; absent: all of them, complete or not. */
  readonly newest?: number | undefined;
}

/** Rewards of some steps, by environment. */
export interface ScorePeriod {
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  readonly totals: readonly ScoreTotals[];
}
