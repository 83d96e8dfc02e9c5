import type { Store } from "@/db/store";
import type { RunDetail } from "@/lib/core/run";
import type { StepSummary } from "@/lib/core/step-summary";
import type { RolloutFilter, RolloutPage } from "@/lib/core/stored-rollout";

export interface RolloutList {
  readonly run: RunDetail;
  readonly page: RolloutPage;
  /** Failure kinds in the filter's steps, most frequent first; asked for with the first page only. */
  readonly kinds: readonly string[];
}

function countKinds(steps: readonly StepSummary[]): string[] {
  const totals = new Map<string, number>();
  for (const { kinds } of steps) {
    for (const [kind, { count }] of Object.entries(kinds)) totals.set(kind, (totals.get(kind) ?? 0) + count);
  }
  return [...totals].sort(([, a], [, b]) => b - a).map(([kind]) => kind);
}

/**
 * A page of rollouts with what they can be filtered by.
 *
 * @returns null where there is no such run.
 */
export async function listRollouts(store: Store, filter: RolloutFilter): Promise<RolloutList | null> {
  const { reader } = store;
  const run = await reader.readRun(filter.run);
  if (run === null) return null;
  const { split, segment, from, to } = filter;
  const page = await reader.listRollouts(filter);
  if (filter.cursor !== undefined) return { run, page, kinds: [] };
  const { steps } = await reader.listSteps({ run: filter.run, split, segment, from, to, labels: [] });
  return { run, page, kinds: countKinds(steps) };
}
