import type { Store } from "@/db/store";
import type { StepFilter } from "@/lib/core/stored-rollout";

/** Failure kinds in a filter's steps, most frequent first, whatever environment and labels it narrows them to. */
export async function listFailureKinds(store: Store, filter: StepFilter): Promise<string[]> {
  const { run, split, segment, from, to } = filter;
  const { steps } = await store.reader.listSteps({ run, split, segment, from, to, labels: [] });
  const totals = new Map<string, number>();
  for (const { kinds } of steps) {
    for (const [kind, { count }] of Object.entries(kinds)) totals.set(kind, (totals.get(kind) ?? 0) + count);
  }
  return [...totals].sort(([, a], [, b]) => b - a).map(([kind]) => kind);
}
