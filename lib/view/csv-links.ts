import { withSearch } from "./address";
import { type IssueView, toIssueSearch } from "./issue-view";
import { type RolloutView, toRolloutSearch } from "./rollout-view";
import { runHref, snapshotHref } from "./run-links";
import type { RunView } from "./run-view";
import type { StepRange } from "./step-axis";
import { type StepView, toStepSearch } from "./step-page-view";

/** Every rollout that a list has, on all its pages. */
export function rolloutTableHref(run: string, query: RolloutView): string {
  return withSearch(`/api/v1${runHref(run)}/rollouts.csv`, toRolloutSearch(query));
}

/** The steps that charts show, in the same buckets. */
export function stepTableHref(
  run: string,
  view: RunView,
  shown: StepRange | null,
  width: number,
  points: number,
): string {
  const range = { from: shown?.from ?? null, to: shown?.to ?? null };
  // A bucket of one step is that step, of which the table of steps says more.
  return snapshotHref(run, "steps.csv", view, range, width > 1 ? points : null);
}

export function issueTableHref(view: IssueView): string {
  return withSearch("/api/v1/issues.csv", toIssueSearch(view, {}));
}

export function groupTableHref(run: string, step: number, view: StepView): string {
  return withSearch(`/api/v1${runHref(run)}/steps/${step}/groups.csv`, toStepSearch(view));
}
