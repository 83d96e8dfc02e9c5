import type { Store } from "@/db/store";
import type { RolloutDetail } from "@/lib/core/stored-rollout";

/** One rollout with its attempts, siblings and payload; null where there is none of that number. */
export async function readRollout(store: Store, key: number): Promise<RolloutDetail | null> {
  return Number.isSafeInteger(key) && key > 0 ? store.reader.readRollout(key) : null;
}
