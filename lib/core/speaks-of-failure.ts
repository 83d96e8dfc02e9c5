import { type Coverage, countLost } from "./coverage";
import { countAnyFailure } from "./series";
import type { StepSummary } from "./step-summary";

type Told = Pick<Coverage, "masked" | "unscored" | "failed"> & Pick<StepSummary, "kinds" | "reportsFailures">;

/**
 * Whether anything in some steps speaks of failure: a lost rollout, a failure kind, or a failure field that was sent to
 * say that there was none. Where nothing does, silence is no good news.
 */
export function speaksOfFailure(steps: Iterable<Told>): boolean {
  for (const step of steps) {
    if (step.reportsFailures + countLost(step) + countAnyFailure(step) > 0) return true;
  }
  return false;
}
