import type { Store } from "@/db/store";
import type { RolloutFilter, RolloutPage } from "@/lib/core/stored-rollout";

/** One page of a run's rollouts; empty where there is no such run. */
export function listRollouts(store: Store, filter: RolloutFilter): Promise<RolloutPage> {
  return store.reader.listRollouts(filter);
}
