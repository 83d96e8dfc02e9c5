import { addMoments, type Moments, noMoments } from "../moments";
import type { Mean, StepSummary } from "../step-summary";
import type { RewardPeriod } from "./detected-shift";
import { leastDropOf, pooledDeviation } from "./mean-ratio";
import { toRewardPeriod } from "./to-shift";

export const rewardCauses = ["failures", "policy_or_verifier", "mix", "not_measurable", "no_signal"] as const;
/**
 * What a reward did while something else happened:
 *
 * - failures: the mean as scored fell, that of the evidence did not
 * - policy_or_verifier: the mean of the evidence fell
 * - mix: it fell because environments' shares moved, while their own means did not
 * - not_measurable: fewer than 8 groups with evidence
 * - no_signal: at least 90% of groups teach nothing
 */
export type RewardCause = (typeof rewardCauses)[number];

export interface RewardEffect {
  /** null: the reward did nothing that can be told. */
  readonly cause: RewardCause | null;
  readonly evidence: { readonly before: RewardPeriod; readonly during: RewardPeriod };
  readonly asScored: { readonly before: Mean; readonly during: Mean };
  /** Groups that teach nothing, of those there are. */
  readonly noSignal: { readonly count: number; readonly n: number };
  /** More than a fifth was lost: what came through may not be like what did not. */
  readonly survivorsOnly: boolean;
}

/** One step: the summary that is judged, and those of its environments where it is the whole run's. */
export interface RewardStepSummary {
  readonly whole: StepSummary;
  readonly environments: readonly StepSummary[];
}

const leastGroups = 8;
const noSignalShare = 0.9;
const lostShare = 0.2;
const z95 = 1.959963984540054;

function sumEvidence(summaries: readonly StepSummary[]): Moments {
  return summaries.reduce((sum, { groups }) => addMoments(sum, groups.evidence), noMoments);
}

function sumAsScored(summaries: readonly StepSummary[]): Mean {
  let n = 0;
  let total = 0;
  for (const { reward } of summaries) {
    n += reward.asScored.n;
    total += reward.asScored.n * (reward.asScored.mean ?? 0);
  }
  return { n, mean: n === 0 ? null : total / n };
}

/**
 * Rollouts that came through, by the mean of their rewards: the evidence without suspected false zeros, each of which
 * has exactly the failure reward.
 */
function sumThrough(summaries: readonly StepSummary[], failureReward: number): Mean {
  let n = 0;
  let total = 0;
  for (const { reward, suspectedFalseZeros } of summaries) {
    const { evidence } = reward;
    n += evidence.n - suspectedFalseZeros;
    total += evidence.n * (evidence.mean ?? 0) - suspectedFalseZeros * failureReward;
  }
  return { n, mean: n <= 0 ? null : total / n };
}

function sum(summaries: readonly StepSummary[], read: (summary: StepSummary) => number): number {
  return summaries.reduce((total, summary) => total + read(summary), 0);
}

/** A drop that is worth a look, and outside what chance explains at 95%. */
function isFall(drop: number, least: number, deviation: number, n0: number, n1: number): boolean {
  return n0 > 0 && n1 > 0 && drop > 0 && drop >= least && drop > z95 * deviation * Math.sqrt(1 / n0 + 1 / n1);
}

/** How far the mean would have fallen at the old shares of the environments: their own change. */
function dropWithin(before: readonly RewardStepSummary[], during: readonly RewardStepSummary[]): number | null {
  const names = new Set(before.flatMap(({ environments }) => environments.map((one) => one.environment)));
  if (names.size < 2) return null;
  let drop = 0;
  let groups = 0;
  for (const name of names) {
    const of = (steps: readonly RewardStepSummary[]) =>
      sumEvidence(steps.flatMap(({ environments }) => environments.filter((one) => one.environment === name)));
    const old = of(before);
    if (old.mean === null) continue;
    // An environment that is gone has not changed.
    drop += old.n * (old.mean - (of(during).mean ?? old.mean));
    groups += old.n;
  }
  return groups === 0 ? null : drop / groups;
}

/**
 * Classifies a reward over some steps against those before. Evidence is pooled over all of the steps before it is
 * called thin: 5 of 108 against 15.45% is a fall. A mean that fell only because of suspected false zeros, which are
 * scored, fell by failures.
 */
export function judgeRewardEffect(
  before: readonly RewardStepSummary[],
  during: readonly RewardStepSummary[],
  failureReward: number,
): RewardEffect {
  const old = before.map((step) => step.whole);
  const now = during.map((step) => step.whole);
  const evidence = { before: sumEvidence(old), during: sumEvidence(now) };
  const asScored = { before: sumAsScored(old), during: sumAsScored(now) };
  const noSignal = { count: sum(now, ({ groups }) => groups.noSignal), n: sum(now, ({ groups }) => groups.n) };
  const through = { before: sumThrough(old, failureReward), during: sumThrough(now, failureReward) };
  const received = sum(now, (one) => one.received - one.omitted);
  const least = leastDropOf(evidence.before, noMoments);
  const deviation = pooledDeviation(evidence.before, noMoments);

  const judge = (): RewardCause | null => {
    const groups = Math.min(evidence.during.n, through.during.n);
    if (groups < leastGroups) return "not_measurable";
    const drop = (evidence.before.mean ?? 0) - (evidence.during.mean ?? 0);
    const pooled = pooledDeviation(evidence.before, evidence.during);
    if (isFall(drop, leastDropOf(evidence.before, evidence.during), pooled, evidence.before.n, evidence.during.n)) {
      const throughDrop = (through.before.mean ?? 0) - (through.during.mean ?? 0);
      const isSuspect = sum(now, (one) => one.suspectedFalseZeros) > 0;
      if (isSuspect && !isFall(throughDrop, least, deviation, evidence.before.n, groups)) return "failures";
      const within = dropWithin(before, during);
      return within !== null && within < drop / 2 ? "mix" : "policy_or_verifier";
    }
    const asScoredDrop = (asScored.before.mean ?? 0) - (asScored.during.mean ?? 0);
    const scoredGroups = Math.max(noSignal.n, evidence.during.n);
    if (isFall(asScoredDrop, least, deviation, evidence.before.n, scoredGroups)) return "failures";
    return noSignal.n > 0 && noSignal.count >= noSignalShare * noSignal.n ? "no_signal" : null;
  };

  return {
    cause: judge(),
    evidence: { before: toRewardPeriod(evidence.before), during: toRewardPeriod(evidence.during) },
    asScored,
    noSignal,
    survivorsOnly: received > 0 && received - through.during.n > lostShare * received,
  };
}
