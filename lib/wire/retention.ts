import { z } from "zod";
import {
  type DoneAct,
  type PlannedAct,
  type RetentionRule,
  type RetentionTerms,
  retentionActs,
} from "@/lib/core/retention";
import { person } from "./person";

const count = z.int().min(0);
const days = z.int().min(1).max(36_500).nullable();
const project = z.string().min(1).max(200).nullable();

/** The rule of a project, or of all runs whose project has none. What is null is kept. */
export const RetentionRulePut = z.strictObject({
  project: project.default(null),
  payload_days: days.default(null),
  rollout_days: days.default(null),
  archived_days: days.default(null),
  version: count.nullable().default(null),
  by: person.nullish(),
});
export type RetentionRulePut = z.infer<typeof RetentionRulePut>;

export const RetentionRuleRemove = z.strictObject({ project: project.default(null) });

export const WireRetentionRule = z.object({
  project: z.string().nullable(),
  payload_days: days,
  rollout_days: days,
  archived_days: days,
  version: count,
  changed_by: z.string().nullable(),
  changed_at: z.iso.datetime(),
});
export type WireRetentionRule = z.infer<typeof WireRetentionRule>;

export const WireRetentionRuleList = z.object({ rules: z.array(WireRetentionRule) });

export const WireRetentionRuleRemoved = z.object({ project: z.string().nullable(), removed: z.literal(true) });

const amounts = { steps: count, rollouts: count, bytes: count };

export const WireRetentionPlan = z.object({
  acts: z.array(
    z.object({
      run: z.string(),
      act: z.enum(retentionActs),
      rule: z.string(),
      protected_by: z.enum(["kept_by_tag", "open_incident"]).nullable(),
      ...amounts,
    }),
  ),
});
export type WireRetentionPlan = z.infer<typeof WireRetentionPlan>;

export const WireRetentionLog = z.object({
  acts: z.array(
    z.object({
      at: z.iso.datetime(),
      run: z.string(),
      act: z.enum(retentionActs),
      rule: z.string(),
      ...amounts,
    }),
  ),
});
export type WireRetentionLog = z.infer<typeof WireRetentionLog>;

export function toTerms(put: RetentionRulePut): RetentionTerms {
  return { payloadDays: put.payload_days, rolloutDays: put.rollout_days, archivedDays: put.archived_days };
}

export function toWireRule(rule: RetentionRule): WireRetentionRule {
  return {
    project: rule.project,
    payload_days: rule.payloadDays,
    rollout_days: rule.rolloutDays,
    archived_days: rule.archivedDays,
    version: rule.version,
    changed_by: rule.changedBy,
    changed_at: new Date(rule.changedAt).toISOString(),
  };
}

export function toWirePlan(planned: readonly PlannedAct[]): WireRetentionPlan {
  const acts = planned.map(({ run, act, rule, protection, steps, rollouts, bytes }) => {
    return { run, act, rule, protected_by: protection, steps, rollouts, bytes };
  });
  return { acts };
}

export function toWireLog(done: readonly DoneAct[]): WireRetentionLog {
  return { acts: done.map(({ at, ...act }) => ({ at: new Date(at).toISOString(), ...act })) };
}
