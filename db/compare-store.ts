import type { RunTally } from "@/lib/core/compare/run-tally";
import type { StepFilter } from "@/lib/core/stored-rollout";

/** What only a comparison of runs asks for. */
export interface CompareReader {
  /** Issues and labels of the filter's rollouts, counted apart from any reader; null where there is no such run. */
  readTally(filter: StepFilter): Promise<RunTally | null>;
}
