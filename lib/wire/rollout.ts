import { z } from "zod";
import { storedOutcomes } from "@/lib/core/outcome";
import { dispositions, emptinessRules, maskSources, rewardStates, rolloutTags, splits } from "@/lib/core/rollout";
import type { RolloutDetail, RolloutPage, StoredRollout } from "@/lib/core/stored-rollout";
import { recordOf } from "./record-of";
import { fromWireTime, toWireTime } from "./step";

const count = z.int().min(0);
const time = z.iso.datetime().nullable();

/** A rollout as it is kept. */
export const WireRollout = z.object({
  rollout: count,
  run: z.string(),
  split: z.enum(splits),
  step: count.nullable(),
  segment: z.string(),
  environment: z.string().nullable(),
  group: z.string().nullable(),
  sample: count.nullable(),
  id: z.string().nullable(),
  attempt: count,
  attempts: count,
  lost_attempts: count,
  counts: z.boolean(),
  superseded_by: z.enum(["newer_attempt", "completed_result", "newer_segment"]).nullable(),
  outcome: z.enum(storedOutcomes),
  omit_reason: z.string().nullable(),
  reward: z.number().nullable(),
  reward_state: z.enum(rewardStates),
  reward_components: recordOf(z.number()),
  mask_sources: z.array(z.enum(maskSources)),
  failure_kind: z.string().nullable(),
  failure_reason: z.string().nullable(),
  tags: z.array(z.enum(rolloutTags)),
  suspected_false_zero: z.boolean(),
  issue: count.nullable(),
  emptiness: z.enum(emptinessRules).nullable(),
  reports_generation: z.boolean(),
  reports_failures: z.boolean(),
  policy_step: z.tuple([count, count]).nullable(),
  started_at: time,
  finished_at: time,
  duration_ms: z.number().nullable(),
  turns: count.nullable(),
  input_tokens: count.nullable(),
  output_tokens: count.nullable(),
  truncated: z.boolean().nullable(),
  session_id: z.string().nullable(),
  disposition: z.enum(dispositions).nullable(),
  trainer_reward: z.number().nullable(),
  advantage: z.number().nullable(),
  labels: recordOf(z.string()),
  seen_at: z.iso.datetime(),
});
export type WireRollout = z.infer<typeof WireRollout>;

export const WireRolloutPage = z.object({
  rollouts: z.array(WireRollout),
  next: z.string().nullable(),
  total: count.nullable(),
});

export const WireRolloutDetail = z.object({
  rollout: WireRollout,
  attempts: z.array(WireRollout),
  siblings: z.array(WireRollout),
  payload: z.unknown().optional(),
});

function toWireRollout(stored: StoredRollout): WireRollout {
  const { policyStep } = stored;
  return {
    rollout: stored.key,
    run: stored.run,
    split: stored.split,
    step: stored.step,
    segment: stored.segmentName,
    environment: stored.environment,
    group: stored.group,
    sample: stored.sample,
    id: stored.id,
    attempt: stored.attempt,
    attempts: stored.attempts,
    lost_attempts: stored.lostAttempts,
    counts: stored.counts,
    superseded_by: stored.supersededBy,
    outcome: stored.outcome,
    omit_reason: stored.omitReason,
    reward: stored.reward,
    reward_state: stored.rewardState,
    reward_components: Object.fromEntries(stored.rewardComponents),
    mask_sources: [...stored.maskSources],
    failure_kind: stored.failureKind,
    failure_reason: stored.failureReason,
    tags: [...stored.tags],
    suspected_false_zero: stored.suspected,
    issue: stored.issue,
    emptiness: stored.emptiness,
    reports_generation: stored.reportsGeneration,
    reports_failures: stored.reportsFailures,
    policy_step: policyStep === null ? null : [policyStep[0], policyStep[1]],
    started_at: toWireTime(stored.startedAt),
    finished_at: toWireTime(stored.finishedAt),
    duration_ms: stored.durationMs,
    turns: stored.turns,
    input_tokens: stored.inputTokens,
    output_tokens: stored.outputTokens,
    truncated: stored.truncated,
    session_id: stored.sessionId,
    disposition: stored.disposition,
    trainer_reward: stored.trainerReward,
    advantage: stored.advantage,
    labels: Object.fromEntries(stored.labels),
    seen_at: new Date(stored.seenAt).toISOString(),
  };
}

function fromWireRollout(wire: WireRollout): StoredRollout {
  return {
    key: wire.rollout,
    run: wire.run,
    split: wire.split,
    step: wire.step,
    segment: wire.segment,
    segmentName: wire.segment,
    environment: wire.environment,
    group: wire.group,
    sample: wire.sample,
    id: wire.id,
    attempt: wire.attempt,
    attempts: wire.attempts,
    lostAttempts: wire.lost_attempts,
    counts: wire.counts,
    supersededBy: wire.superseded_by,
    outcome: wire.outcome,
    omitReason: wire.omit_reason,
    reward: wire.reward,
    rewardState: wire.reward_state,
    rewardComponents: Object.entries(wire.reward_components),
    maskSources: wire.mask_sources,
    failureKind: wire.failure_kind,
    failureReason: wire.failure_reason,
    tags: wire.tags,
    suspected: wire.suspected_false_zero,
    issue: wire.issue,
    emptiness: wire.emptiness,
    reportsGeneration: wire.reports_generation,
    reportsFailures: wire.reports_failures,
    policyStep: wire.policy_step,
    startedAt: fromWireTime(wire.started_at),
    finishedAt: fromWireTime(wire.finished_at),
    durationMs: wire.duration_ms,
    turns: wire.turns,
    inputTokens: wire.input_tokens,
    outputTokens: wire.output_tokens,
    truncated: wire.truncated,
    sessionId: wire.session_id,
    disposition: wire.disposition,
    trainerReward: wire.trainer_reward,
    advantage: wire.advantage,
    labels: Object.entries(wire.labels),
    seenAt: Date.parse(wire.seen_at),
  };
}

/** Reads a page of rollouts that the API sent. @throws ZodError where it is none. */
export function parseRolloutPage(json: unknown): RolloutPage {
  const wire = WireRolloutPage.parse(json);
  return { ...wire, rollouts: wire.rollouts.map(fromWireRollout) };
}

export function toWireRolloutPage(page: RolloutPage): z.infer<typeof WireRolloutPage> {
  return { rollouts: page.rollouts.map(toWireRollout), next: page.next, total: page.total };
}

/** @param payload what was kept of the row, parsed; undefined where nothing was. */
export function toWireRolloutDetail(detail: RolloutDetail, payload: unknown): z.infer<typeof WireRolloutDetail> {
  return {
    rollout: toWireRollout(detail.rollout),
    attempts: detail.attempts.map(toWireRollout),
    siblings: detail.siblings.map(toWireRollout),
    payload,
  };
}
