import { quantileSorted } from "simple-statistics";
import { countedKind } from "./counted-kind";
import type { Coverage } from "./coverage";
import { isSuspectedFalseZero, isZeroReward } from "./false-zero";
import { type GroupSummary, summariseGroups } from "./group";
import { type GroupMeans, summariseGroupMeans } from "./group-means";
import { meanSorted, momentsSorted, standardError } from "./moments";
import type { StoredOutcome } from "./outcome";
import {
  type Disposition,
  type EmptinessRule,
  isCompleted,
  type MaskSource,
  type Rollout,
  type Split,
} from "./rollout";
import { failedReward, type ScoringRules } from "./scoring-rules";
import { countInto, KindTally, toRecord } from "./tally";

/** Counts of one failure kind by outcome. `count` is their sum. */
export interface KindCounts {
  readonly count: number;
  readonly scored: number;
  readonly masked: number;
  readonly unscored: number;
  readonly failed: number;
  readonly omitted: number;
}

/** A mean with its number of rollouts; null over nothing. */
export interface Mean {
  readonly n: number;
  readonly mean: number | null;
}

/** Evidence: mean, standard error of the mean (null below 2), and quantiles of the rewards. */
export interface EvidenceReward extends Mean {
  readonly se: number | null;
  readonly p10: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface RewardSummary {
  readonly evidence: EvidenceReward;
  /** Every scored and masked reward: what a trainer that ignores the flags learns from. */
  readonly asScored: Mean;
  /** `trainer_reward` of rollouts that carry one. */
  readonly trained: Mean;
  readonly components: Readonly<Record<string, Mean>>;
}

/** Everything a chart or a detector reads about one step, for the whole run or one environment. */
export interface StepSummary extends Coverage {
  readonly split: Split;
  /** null: eval rollouts outside any step, one block. */
  readonly step: number | null;
  readonly segment: string;
  readonly environment: string | null;
  readonly complete: boolean;
  /** How many rollouts were declared, by step, inputs or run; null: nothing was, and what was heard of is expected. */
  readonly declared: number | null;
  readonly degraded: number;
  /** Completed rollouts whose environment flagged them, whatever their reward. */
  readonly maskFlagged: number;
  readonly maskSources: Readonly<Record<string, number>>;
  readonly trainerMasked: number;
  readonly dispositions: Readonly<Record<string, number>>;
  readonly attempts: number;
  readonly lostAttempts: number;
  readonly truncated: number;
  readonly zeroRewards: number;
  readonly suspectedFalseZeros: number;
  /** Rollouts whose producer reported anything about what was generated. */
  readonly reportsGeneration: number;
  /** Rollouts whose producer sent any failure field, even false or null. */
  readonly reportsFailures: number;
  readonly reward: RewardSummary;
  readonly kinds: Readonly<Record<string, KindCounts>>;
  readonly groups: GroupSummary & GroupMeans;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** First and last version of the policy that generated its rollouts; null where none was told. */
  readonly policySteps: readonly [number, number] | null;
  readonly firstSeenAt: number | null;
  readonly lastSeenAt: number | null;
  /** Last `finished_at` of the step's rollouts, else the declared one; the wall-time axis. */
  readonly finishedAt: number | null;
}

/** The columns of a counting rollout that a summary reads. */
export interface SummarisedRollout {
  readonly environment: string | null;
  readonly group: string | null;
  readonly outcome: StoredOutcome;
  readonly reward: number | null;
  readonly rewardComponents: Rollout["rewardComponents"];
  readonly maskSources: readonly MaskSource[];
  readonly failureKind: string | null;
  readonly failureReason: string | null;
  readonly emptiness: EmptinessRule | null;
  readonly reportsGeneration: boolean;
  readonly reportsFailures: boolean;
  readonly truncated: boolean | null;
  readonly disposition: Disposition | null;
  readonly trainerReward: number | null;
  readonly policyStep: Rollout["policyStep"];
  readonly advantage: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly finishedAt: number | null;
  readonly seenAt: number;
  /** Attempts heard of for this rollout, the counting one included. */
  readonly attempts: number;
  /** Of those, replaced ones that gave no evidence. */
  readonly lostAttempts: number;
}

export interface StepFrameOfReference {
  readonly split: Split;
  readonly step: number | null;
  readonly segment: string;
  readonly environment: string | null;
  /** Declared number of rollouts, by step, inputs or run; null when nothing was declared. */
  readonly declared: number | null;
  readonly complete: boolean;
  readonly declaredFinishedAt: number | null;
  readonly scoring: ScoringRules;
}

function summariseEvidence(rewards: number[]): EvidenceReward {
  const n = rewards.length;
  if (n === 0) return { n, mean: null, se: null, p10: null, p50: null, p90: null, min: null, max: null };
  rewards.sort((a, b) => a - b);
  const moments = momentsSorted(rewards);
  return {
    n,
    mean: moments.mean,
    se: standardError(moments),
    p10: quantileSorted(rewards, 0.1),
    p50: quantileSorted(rewards, 0.5),
    p90: quantileSorted(rewards, 0.9),
    min: rewards[0] ?? null,
    max: rewards[n - 1] ?? null,
  };
}

/**
 * The summary of one step from its counting rollouts: the only way a number on a chart comes to be. Pure, and blind to
 * the order of the rollouts, so building it again from the same rows always gives the same answer.
 */
export function summariseStep(rollouts: readonly SummarisedRollout[], about: StepFrameOfReference): StepSummary {
  const outcomeCounts: Record<StoredOutcome, number> = { scored: 0, masked: 0, unscored: 0, failed: 0, omitted: 0 };
  const evidence: number[] = [];
  // Summed in sorted order: floating-point sums then do not depend on the order of arrival.
  const asScored: number[] = [];
  const trained: number[] = [];
  const components = new Map<string, number[]>();
  const kinds = new Map<string, KindTally>();
  const sources = new Map<string, number>();
  const dispositionCounts = new Map<string, number>();
  const failedVote = failedReward(about.scoring);
  let degraded = 0;
  let maskFlagged = 0;
  let attempts = 0;
  let lostAttempts = 0;
  let truncated = 0;
  let zeroRewards = 0;
  let suspectedFalseZeros = 0;
  let reportsGeneration = 0;
  let reportsFailures = 0;
  let inputTokens = 0;
  let outputTokens = 0;
  let policySteps: readonly [number, number] | null = null;
  let firstSeenAt: number | null = null;
  let lastSeenAt: number | null = null;
  let finishedAt: number | null = null;

  for (const rollout of rollouts) {
    const { outcome, reward } = rollout;
    outcomeCounts[outcome]++;
    if (reward !== null && outcome === "scored") evidence.push(reward);
    if (reward !== null && (outcome === "scored" || outcome === "masked")) asScored.push(reward);
    if (outcome === "failed" && failedVote !== null) asScored.push(failedVote);
    if (rollout.trainerReward !== null) trained.push(rollout.trainerReward);
    if (outcome === "scored") {
      for (const [name, value] of rollout.rewardComponents) {
        const values = components.get(name);
        if (values === undefined) components.set(name, [value]);
        else values.push(value);
      }
      if (rollout.failureKind !== null) degraded++;
    }
    if (rollout.maskSources.length > 0 && isCompleted(outcome)) {
      maskFlagged++;
      for (const source of rollout.maskSources) countInto(sources, source);
    }
    if (rollout.disposition !== null) countInto(dispositionCounts, rollout.disposition);
    const kind = countedKind(rollout);
    if (kind !== null) {
      const tally = kinds.get(kind) ?? new KindTally();
      tally.add(outcome);
      kinds.set(kind, tally);
    }
    if (isZeroReward(rollout, about.scoring.failureReward)) zeroRewards++;
    if (isSuspectedFalseZero(rollout, about.scoring.failureReward)) suspectedFalseZeros++;
    if (rollout.reportsGeneration) reportsGeneration++;
    if (rollout.reportsFailures) reportsFailures++;
    if (rollout.truncated === true) truncated++;
    attempts += rollout.attempts;
    lostAttempts += rollout.lostAttempts;
    inputTokens += rollout.inputTokens ?? 0;
    outputTokens += rollout.outputTokens ?? 0;
    policySteps = widen(policySteps, rollout.policyStep);
    if (firstSeenAt === null || rollout.seenAt < firstSeenAt) firstSeenAt = rollout.seenAt;
    if (lastSeenAt === null || rollout.seenAt > lastSeenAt) lastSeenAt = rollout.seenAt;
    if (rollout.finishedAt !== null && (finishedAt === null || rollout.finishedAt > finishedAt)) {
      finishedAt = rollout.finishedAt;
    }
  }

  const received = rollouts.length;
  const expected = Math.max(about.declared ?? 0, received);
  return {
    split: about.split,
    step: about.step,
    segment: about.segment,
    environment: about.environment,
    complete: about.complete,
    declared: about.declared,
    expected,
    received,
    ...outcomeCounts,
    unknown: expected - received,
    degraded,
    maskFlagged,
    maskSources: toRecord(sources, (n) => n),
    trainerMasked: dispositionCounts.get("loss_masked") ?? 0,
    dispositions: toRecord(dispositionCounts, (n) => n),
    attempts,
    lostAttempts,
    truncated,
    zeroRewards,
    suspectedFalseZeros,
    reportsGeneration,
    reportsFailures,
    reward: {
      evidence: summariseEvidence(evidence),
      asScored: toSortedMean(asScored),
      trained: toSortedMean(trained),
      components: toRecord(components, toSortedMean),
    },
    kinds: toRecord(kinds, (tally) => ({ count: tally.count, ...tally.byOutcome })),
    groups: {
      ...summariseGroups(rollouts, about.scoring),
      ...summariseGroupMeans(rollouts),
    },
    inputTokens,
    outputTokens,
    policySteps,
    firstSeenAt,
    lastSeenAt,
    finishedAt: finishedAt ?? about.declaredFinishedAt,
  };
}

/** A whole step's summary as that of the one environment that all its rollouts are of: only what is expected differs. */
export function ofOnlyEnvironment(whole: StepSummary, environment: string, declared: number | null): StepSummary {
  const expected = Math.max(declared ?? 0, whole.received);
  return { ...whole, environment, declared, expected, unknown: expected - whole.received };
}

type Range = readonly [number, number];

function widen(range: Range | null, other: Range | null): Range | null {
  if (range === null || other === null) return range ?? other;
  return [Math.min(range[0], other[0]), Math.max(range[1], other[1])];
}

function toSortedMean(values: number[]): Mean {
  values.sort((a, b) => a - b);
  return { n: values.length, mean: meanSorted(values) };
}
