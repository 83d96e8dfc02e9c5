import { keepRetentionRule } from "@/lib/server/keep-retention-rule";
import { listRetentionRules } from "@/lib/server/list-retention-rules";
import { removeRetentionRule } from "@/lib/server/remove-retention-rule";
import { route } from "@/lib/server/route";
import { RetentionRulePut, RetentionRuleRemove, toWireRule } from "@/lib/wire/retention";

export const dynamic = "force-dynamic";

/** What is kept how long. */
export const GET = route(async ({ context }) => ({ rules: await listRetentionRules(context.store) }));

/** Makes or changes the rule of a project, or of all runs. */
export const PUT = route(async ({ context, json }) => {
  return toWireRule(await keepRetentionRule(context.store, await json(RetentionRulePut)));
});

/** Removes a rule: what it held for is kept. */
export const DELETE = route(async ({ context, json }) => {
  return removeRetentionRule(context.store, (await json(RetentionRuleRemove)).project);
});
