import { type IssueView, issuesApiPath } from "./issue-view";
import { type RolloutView, toRolloutSearch } from "./rollout-view";
import { runHref, snapshotHref } from "./run-links";
import type { RunView } from "./run-view";
import type { StepRange } from "./step-axis";
import { type StepView, stepGroupsHref } from "./step-page-view";

function withQuery(path: string, params: URLSearchParams): string {
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Every rollout that a list has, on all its pages. */
export function rolloutTableHref(run: string, query: RolloutView): string {
  return withQuery(`/api/v1${runHref(run)}/rollouts.csv`, toRolloutSearch(query));
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
  const href = snapshotHref(run, "steps.csv", view, range, points);
  // A bucket of one step is that step, of which the table of steps says more.
  return width > 1 ? href : href.replace(/[?&]resolution=\d+/, "");
}

export function issueTableHref(view: IssueView): string {
  const [, query = ""] = issuesApiPath(view).split("?");
  const params = new URLSearchParams(query);
  params.delete("limit");
  return withQuery("/api/v1/issues.csv", params);
}

export function groupTableHref(run: string, step: number, view: StepView): string {
  return stepGroupsHref(run, step, view, 0).replace(/\/groups(?=\?|$)/, "/groups.csv");
}
