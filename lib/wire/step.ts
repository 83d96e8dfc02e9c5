import { z } from "zod";
import { splits } from "@/lib/core/rollout";
import type { StepBucket } from "@/lib/core/series";
import type { StepSummary } from "@/lib/core/step-summary";
import { fromWireLearning, toWireLearning, toWireSums, WireLearning, WireWorldSums } from "./learning";
import { recordOf } from "./record-of";

const count = z.int().min(0);
const time = z.iso.datetime().nullable();
const number = z.number().nullable();

const Mean = z.object({ n: count, mean: number });
const Moments = Mean.extend({ squares: z.number().min(0) });

const KindCounts = z.object({
  count,
  scored: count,
  masked: count,
  unscored: count,
  failed: count,
  omitted: count,
});

const coverage = {
  expected: count,
  received: count,
  scored: count,
  degraded: count,
  masked: count,
  unscored: count,
  failed: count,
  omitted: count,
  unknown: count,
};

const totals = {
  mask_flagged: count,
  trainer_masked: count,
  reports_failures: count,
  attempts: count,
  lost_attempts: count,
  truncated: count,
  zero_rewards: count,
  suspected_false_zeros: count,
  mask_sources: recordOf(count),
  dispositions: recordOf(count),
};

const seen = { first_seen_at: time, last_seen_at: time, finished_at: time };

/** One step as the API gives it (docs/api.md): counts, reward, kinds and groups. */
export const WireStep = z.object({
  step: count.nullable(),
  split: z.enum(splits),
  segment: z.string(),
  environment: z.string().nullable(),
  complete: z.boolean(),
  declared: count.nullable(),
  ...coverage,
  ...totals,
  reports_generation: count,
  reward: z.object({
    evidence: Mean.extend({ se: number, p10: number, p50: number, p90: number, min: number, max: number }),
    as_scored: Mean,
    trained: Mean,
    components: recordOf(Mean),
  }),
  kinds: recordOf(KindCounts),
  groups: z.object({
    n: count,
    touched: count,
    no_signal: count,
    advantage_shift: number,
    evidence: Moments,
    components: recordOf(Moments),
    worlds: WireWorldSums,
    told: z.array(count).optional(),
  }),
  input_tokens: count,
  output_tokens: count,
  policy_steps: z.tuple([z.int(), z.int()]).nullable(),
  ...seen,
});
export type WireStep = z.infer<typeof WireStep>;

/** Consecutive steps as one point: counts summed, each rate's smallest and largest per-step value beside them. */
export const WireBucket = z.object({
  from: count,
  to: count,
  steps: count,
  segments: z.array(z.string()),
  complete: z.boolean(),
  ...coverage,
  ...totals,
  reward: z.object({ evidence: Mean.extend({ se: number, p10: number, p90: number }), as_scored: Mean, trained: Mean }),
  learning: WireLearning,
  kinds: recordOf(KindCounts),
  min: recordOf(z.number()),
  max: recordOf(z.number()),
  ...seen,
});
export type WireBucket = z.infer<typeof WireBucket>;

export function toWireTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export function fromWireTime(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

function toCoverage(from: StepSummary | StepBucket) {
  const { expected, received, scored, degraded, masked, unscored, failed, omitted, unknown } = from;
  return { expected, received, scored, degraded, masked, unscored, failed, omitted, unknown };
}

function toTotals(from: StepSummary | StepBucket) {
  return {
    mask_flagged: from.maskFlagged,
    trainer_masked: from.trainerMasked,
    reports_failures: from.reportsFailures,
    attempts: from.attempts,
    lost_attempts: from.lostAttempts,
    truncated: from.truncated,
    zero_rewards: from.zeroRewards,
    suspected_false_zeros: from.suspectedFalseZeros,
    mask_sources: { ...from.maskSources },
    dispositions: { ...from.dispositions },
  };
}

function toSeen(from: StepSummary | StepBucket) {
  return {
    first_seen_at: toWireTime(from.firstSeenAt),
    last_seen_at: toWireTime(from.lastSeenAt),
    finished_at: toWireTime(from.finishedAt),
  };
}

export function toWireStep(summary: StepSummary): WireStep {
  const { step, split, segment, environment, complete, declared, groups, reward } = summary;
  return {
    step,
    split,
    segment,
    environment,
    complete,
    declared,
    ...toCoverage(summary),
    ...toTotals(summary),
    reports_generation: summary.reportsGeneration,
    reward: {
      evidence: reward.evidence,
      as_scored: reward.asScored,
      trained: reward.trained,
      components: { ...reward.components },
    },
    kinds: { ...summary.kinds },
    groups: {
      n: groups.n,
      touched: groups.touched,
      no_signal: groups.noSignal,
      advantage_shift: groups.advantageShift,
      evidence: groups.evidence,
      components: { ...groups.components },
      worlds: toWireSums(groups.worlds),
      ...(groups.told === undefined ? {} : { told: [...groups.told] }),
    },
    input_tokens: summary.inputTokens,
    output_tokens: summary.outputTokens,
    policy_steps: summary.policySteps === null ? null : [summary.policySteps[0], summary.policySteps[1]],
    ...toSeen(summary),
  };
}

export function toWireBucket(bucket: StepBucket): WireBucket {
  const { from, to, steps, complete } = bucket;
  return {
    from,
    to,
    steps,
    segments: [...bucket.segments],
    complete,
    ...toCoverage(bucket),
    ...toTotals(bucket),
    reward: { evidence: bucket.evidence, as_scored: bucket.asScored, trained: bucket.trained },
    learning: toWireLearning(bucket.learning),
    kinds: { ...bucket.kinds },
    min: { ...bucket.min } as Record<string, number>,
    max: { ...bucket.max } as Record<string, number>,
    ...toSeen(bucket),
  };
}

function fromTotals(wire: WireStep | WireBucket) {
  return {
    maskFlagged: wire.mask_flagged,
    trainerMasked: wire.trainer_masked,
    reportsFailures: wire.reports_failures,
    attempts: wire.attempts,
    lostAttempts: wire.lost_attempts,
    truncated: wire.truncated,
    zeroRewards: wire.zero_rewards,
    suspectedFalseZeros: wire.suspected_false_zeros,
    maskSources: wire.mask_sources,
    dispositions: wire.dispositions,
    firstSeenAt: fromWireTime(wire.first_seen_at),
    lastSeenAt: fromWireTime(wire.last_seen_at),
    finishedAt: fromWireTime(wire.finished_at),
  };
}

function fromCoverage(wire: WireStep | WireBucket) {
  const { expected, received, scored, degraded, masked, unscored, failed, omitted, unknown } = wire;
  return { expected, received, scored, degraded, masked, unscored, failed, omitted, unknown };
}

export function fromWireStep(wire: WireStep): StepSummary {
  const { step, split, segment, environment, complete, declared, kinds, groups } = wire;
  return {
    step,
    split,
    segment,
    environment,
    complete,
    declared,
    ...fromCoverage(wire),
    ...fromTotals(wire),
    reportsGeneration: wire.reports_generation,
    reward: {
      evidence: wire.reward.evidence,
      asScored: wire.reward.as_scored,
      trained: wire.reward.trained,
      components: wire.reward.components,
    },
    kinds,
    groups: {
      n: groups.n,
      touched: groups.touched,
      noSignal: groups.no_signal,
      advantageShift: groups.advantage_shift,
      evidence: groups.evidence,
      components: groups.components,
      worlds: groups.worlds,
      ...(groups.told === undefined ? {} : { told: groups.told }),
    },
    inputTokens: wire.input_tokens,
    outputTokens: wire.output_tokens,
    policySteps: wire.policy_steps,
  };
}

export function fromWireBucket(wire: WireBucket): StepBucket {
  const { from, to, steps, segments, complete, kinds, min, max, reward, learning } = wire;
  return {
    from,
    to,
    steps,
    segments,
    complete,
    ...fromCoverage(wire),
    ...fromTotals(wire),
    evidence: reward.evidence,
    asScored: reward.as_scored,
    trained: reward.trained,
    learning: fromWireLearning(learning),
    kinds,
    min,
    max,
  };
}
