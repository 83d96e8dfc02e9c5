import type { Store } from "@/db/store";
import { foundRollout } from "./found";

/** Removes a rollout for good, with its attempts and its text. @throws Problem `not_found`. */
export async function deleteRollout(store: Store, key: number): Promise<{ rollout: number; deleted: true }> {
  foundRollout((await store.writer.deleteRollout(key)) || null, key);
  return { rollout: key, deleted: true };
}
