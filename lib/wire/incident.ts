import { z } from "zod";
import { describeIncident } from "@/lib/core/detect/describe-incident";
import { shiftStates } from "@/lib/core/detect/detected-shift";
import { type RewardEffect, rewardCauses } from "@/lib/core/detect/reward-cause";
import { severities } from "@/lib/core/detect/severity";
import { splits } from "@/lib/core/rollout";
import type { RunIncident } from "@/lib/core/run-incident";
import { fromWireShift, toWireRange, toWireShift, WirePeriod, WireRange, WireRewardPeriod, WireShift } from "./shift";
import { fromWireTime, toWireTime } from "./step";

const count = z.int().min(0);
const step = count.nullable();
const number = z.number().nullable();
const Mean = z.object({ n: count, mean: number });

/** What the reward did meanwhile, and whose that is. The parts of `attribution` sum to its change. */
const WireRewardEffect = z.object({
  cause: z.enum(rewardCauses).nullable(),
  evidence: z.object({ before: WireRewardPeriod, during: WireRewardPeriod }),
  as_scored: z.object({ before: Mean, during: Mean }),
  no_signal: z.object({ count, n: count }),
  survivors_only: z.boolean(),
  attribution: z
    .object({
      change: z.number(),
      before: z.number(),
      after: z.number(),
      lost: z.number(),
      lost_share: z.number(),
      lost_mean: z.number(),
      survivors: z.number(),
      policy: z.number(),
      mix: z.number(),
      environments: z.array(z.object({ environment: z.string().nullable(), policy: z.number(), mix: z.number() })),
    })
    .nullable(),
});

/** One cause's shifts together, as the API gives it (docs/api.md). */
export const WireIncident = z.object({
  id: z.string(),
  words: z.string(),
  series: z.string(),
  environment: z.string().nullable(),
  split: z.enum(splits),
  segment: z.string(),
  detector: z.enum(["rate", "level", "reward"]),
  onset: step,
  onset_range: WireRange,
  onset_at: z.iso.datetime().nullable(),
  policy_steps: WireRange,
  opened: step,
  opened_at: z.iso.datetime(),
  last_step: step,
  end: step,
  state: z.enum(shiftStates),
  severity: z.enum(severities),
  expected: z.boolean(),
  share: z.number(),
  steps: count,
  complete_steps: count,
  before: WirePeriod.nullable(),
  during: WirePeriod,
  excess: number,
  evidence_left: z.object({ rollouts: count, groups: count }),
  reward: WireRewardEffect,
  groups: z.object({ n: count, touched: count, no_signal: count, advantage_shift: number }),
  precursors: z.array(
    z.object({ kind: z.string(), count, degraded: count, steps: count, first_step: count, last_step: count }),
  ),
  also: z.array(z.string()),
  shifts: z.array(WireShift),
});
export type WireIncident = z.infer<typeof WireIncident>;

function toWireEffect(effect: RewardEffect): z.infer<typeof WireRewardEffect> {
  const { cause, evidence, asScored, noSignal, survivorsOnly, attribution } = effect;
  const toAttribution = (told: NonNullable<RewardEffect["attribution"]>) => {
    const { lostShare, lostMean, environments, ...terms } = told;
    return { ...terms, lost_share: lostShare, lost_mean: lostMean, environments: [...environments] };
  };
  return {
    cause,
    evidence,
    as_scored: asScored,
    no_signal: noSignal,
    survivors_only: survivorsOnly,
    attribution: attribution === null ? null : toAttribution(attribution),
  };
}

function fromWireEffect(wire: z.infer<typeof WireRewardEffect>): RewardEffect {
  const fromAttribution = (told: NonNullable<typeof wire.attribution>) => {
    const { lost_share: lostShare, lost_mean: lostMean, ...terms } = told;
    return { ...terms, lostShare, lostMean };
  };
  return {
    cause: wire.cause,
    evidence: wire.evidence,
    asScored: wire.as_scored,
    noSignal: wire.no_signal,
    survivorsOnly: wire.survivors_only,
    attribution: wire.attribution === null ? null : fromAttribution(wire.attribution),
  };
}

export function toWireIncident(incident: RunIncident): WireIncident {
  const { id, series, environment, split, segment, detector, onset, opened, end, state, severity, share } = incident;
  const { n, touched, noSignal, advantageShift } = incident.groups;
  return {
    ...{ id, words: describeIncident(incident), series, environment, split, segment, detector, onset },
    onset_range: toWireRange(incident.onsetRange),
    onset_at: toWireTime(incident.onsetAt),
    policy_steps: toWireRange(incident.policySteps),
    opened,
    opened_at: new Date(incident.openedAt).toISOString(),
    last_step: incident.lastStep,
    ...{ end, state, severity, expected: incident.isExpected, share, steps: incident.steps },
    complete_steps: incident.completeSteps,
    before: incident.before,
    during: incident.during,
    excess: incident.excess,
    evidence_left: incident.evidenceLeft,
    reward: toWireEffect(incident.reward),
    groups: { n, touched, no_signal: noSignal, advantage_shift: advantageShift },
    precursors: incident.precursors.map(({ kind, count: found, degraded, steps, firstStep, lastStep }) => {
      return { kind, count: found, degraded, steps, first_step: firstStep, last_step: lastStep };
    }),
    also: [...incident.also],
    shifts: incident.shifts.map(toWireShift),
  };
}

/** Reads an incident that the API sent. */
export function fromWireIncident(wire: WireIncident): RunIncident {
  const { id, series, environment, split, segment, detector, onset, opened, end, state, severity, share } = wire;
  const { n, touched, no_signal: noSignal, advantage_shift: advantageShift } = wire.groups;
  return {
    ...{ id, series, environment, split, segment, detector, onset, opened, end, state, severity, share },
    onsetRange: wire.onset_range,
    onsetAt: fromWireTime(wire.onset_at),
    policySteps: wire.policy_steps,
    openedAt: Date.parse(wire.opened_at),
    lastStep: wire.last_step,
    isExpected: wire.expected,
    steps: wire.steps,
    completeSteps: wire.complete_steps,
    before: wire.before,
    during: wire.during,
    excess: wire.excess,
    evidenceLeft: wire.evidence_left,
    reward: fromWireEffect(wire.reward),
    groups: { n, touched, noSignal, advantageShift },
    precursors: wire.precursors.map(({ kind, count: found, degraded, steps, first_step, last_step }) => {
      return { kind, count: found, degraded, steps, firstStep: first_step, lastStep: last_step };
    }),
    also: wire.also,
    shifts: wire.shifts.map(fromWireShift),
  };
}
