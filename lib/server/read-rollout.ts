import type { Store } from "@/db/store";
import type { RunDetail } from "@/lib/core/run";
import type { RolloutDetail } from "@/lib/core/stored-rollout";

/**
 * One rollout with its run.
 *
 * @returns null where there is no such rollout.
 */
export async function readRollout(
  store: Store,
  key: number,
): Promise<{ readonly detail: RolloutDetail; readonly run: RunDetail } | null> {
  const isNumber = Number.isSafeInteger(key) && key > 0;
  const detail = isNumber ? await store.reader.readRollout(key) : null;
  if (detail === null) return null;
  const run = await store.reader.readRun(detail.rollout.run);
  return run === null ? null : { detail, run };
}
