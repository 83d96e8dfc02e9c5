import type { Store } from "@/db/store";
import { chartPoints, type RunSnapshot } from "@/lib/core/snapshot";
import { type RunView, toStepRange } from "@/lib/view/run-view";
import { readRunSnapshot } from "./read-run-snapshot";

/**
 * The snapshot that a view of the run page begins with.
 *
 * @returns null where there is no such run.
 */
export async function readRunPage(store: Store, run: string, view: RunView): Promise<RunSnapshot | null> {
  const filter = {
    run,
    split: view.split,
    environment: view.environment ?? undefined,
    segment: view.segment ?? undefined,
    labels: view.labels,
  };
  // The newest steps are counted back from the last one, which has to be known first.
  const whole = view.steps.kind === "newest" ? await store.reader.readStepRange(filter) : null;
  const range = toStepRange(view.steps, whole?.last ?? null);
  return readRunSnapshot(store, {
    ...filter,
    from: range.from ?? undefined,
    to: range.to ?? undefined,
    resolution: chartPoints,
  });
}
