import type { Store } from "@/db/store";
import type { RetentionRule } from "@/lib/core/retention";
import { type RetentionRulePut, toTerms } from "@/lib/wire/retention";

/** Makes or changes the rule of a project, or of all runs. @throws Problem `conflict` where it is not the one seen. */
export async function keepRetentionRule(store: Store, put: RetentionRulePut): Promise<RetentionRule> {
  const told = { version: put.version, by: put.by ?? null };
  return store.retention.keepRule(put.project, toTerms(put), told, Date.now());
}
