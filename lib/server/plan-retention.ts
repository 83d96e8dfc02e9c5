import type { Store } from "@/db/store";
import { toWirePlan, type WireRetentionPlan } from "@/lib/wire/retention";

/** What the rules would do now; nothing is done. */
export async function planRetention(store: Store): Promise<WireRetentionPlan> {
  return toWirePlan(await store.reader.planRetention());
}
