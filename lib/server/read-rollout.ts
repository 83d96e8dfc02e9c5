import type { Store } from "@/db/store";
import type { RolloutDetail } from "@/lib/core/stored-rollout";
import { parseJsonText } from "@/lib/wire/json-text";
import { foundRollout } from "./found";

/** One rollout, and what is kept of its row; undefined where nothing is. @throws Problem `not_found`. */
export async function readRollout(
  store: Store,
  key: number,
): Promise<{ readonly detail: RolloutDetail; readonly payload: unknown }> {
  const detail = foundRollout(await store.reader.readRollout(key), key);
  return { detail, payload: detail.payload === null ? undefined : parseJsonText(detail.payload) };
}
