import type { Store } from "@/db/store";
import type { RolloutFilter, RolloutPage } from "@/lib/core/stored-rollout";
import { requireRun } from "./found";

/** A page of a run's rollouts. @throws Problem `not_found`; `invalid_request` for a cursor that is not of this list. */
export async function listRollouts(store: Store, filter: RolloutFilter): Promise<RolloutPage> {
  await requireRun(store, filter.run);
  return store.reader.listRollouts(filter);
}
