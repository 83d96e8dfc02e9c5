import type { Store } from "@/db/store";
import { toWireRule, type WireRetentionRule } from "@/lib/wire/retention";

/** What is kept how long: the rule of each project that has one, and that of all runs. */
export async function listRetentionRules(store: Store): Promise<WireRetentionRule[]> {
  return (await store.retention.listRules()).map(toWireRule);
}
