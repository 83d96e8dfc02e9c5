import type { Store } from "@/db/store";
import type { RunDetail } from "@/lib/core/run";
import type { RolloutDetail } from "@/lib/core/stored-rollout";

/**
 * What the page of a rollout shows: the rollout, and its run.
 *
 * @returns null where there is no such rollout.
 */
export async function readRolloutPage(
  store: Store,
  key: number,
): Promise<{ readonly detail: RolloutDetail; readonly run: RunDetail } | null> {
  const detail = await store.reader.readRollout(key);
  if (detail === null) return null;
  const run = await store.reader.readRun(detail.rollout.run);
  return run === null ? null : { detail, run };
}
