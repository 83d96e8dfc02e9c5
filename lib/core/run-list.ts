import type { RunOverview } from "./run";
import type { StepSummary } from "./step-summary";

/** One step of a run's sparkline. */
export interface RecentStep {
  readonly step: number;
  readonly evidence: number | null;
  /** Share of the step's rollouts that are no evidence: masked, unscored or failed, of those received and not omitted. */
  readonly lost: number | null;
}

export interface RunListEntry extends RunOverview {
  /** The newest steps, oldest first, at most 60. */
  readonly recent: readonly RecentStep[];
  /** The newest step's summary, complete or not. */
  readonly newest: StepSummary | null;
}

/** The last run of a page, by what the list is ordered by. */
export interface RunCursor {
  /** When the run was last heard of, else made, epoch ms. */
  readonly activeAt: number;
  readonly run: string;
}

function activityOf(entry: RunOverview): number {
  return entry.lastSeenAt ?? entry.createdAt;
}

/** Where the runs behind a cursor begin. */
function startAfter(runs: readonly RunListEntry[], { activeAt, run }: RunCursor): number {
  const last = runs.findIndex((entry) => entry.run === run && activityOf(entry) === activeAt);
  if (last >= 0) return last + 1;
  // It was heard of since, or is gone. Runs of the very same moment may come twice, so that none is missed.
  const next = runs.findIndex((entry) => activityOf(entry) <= activeAt);
  return next < 0 ? runs.length : next;
}

/**
 * One page of a list of runs.
 *
 * @param runs all of them, newest activity first. @param after the last run of the page before; null: the first page.
 * @returns the page, and the cursor of the one behind it; null where there is none.
 */
export function cutRunPage(
  runs: readonly RunListEntry[],
  after: RunCursor | null,
  limit: number,
): { readonly page: readonly RunListEntry[]; readonly next: RunCursor | null } {
  const start = after === null ? 0 : startAfter(runs, after);
  const page = runs.slice(start, start + limit);
  const last = page.at(-1);
  const isWhole = last === undefined || start + limit >= runs.length;
  return { page, next: isWhole ? null : { activeAt: activityOf(last), run: last.run } };
}
