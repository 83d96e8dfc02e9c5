import { attributeReward, type RewardAttribution, type ScoreTotals, totalScores } from "../attribution";
import { addMoments, type Moments, noMoments, standardError } from "../moments";
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
  /** Whose the change of the mean as scored is; its terms sum to it. null where either period has no reward. */
  readonly attribution: RewardAttribution | null;
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
 * Rewards of rollouts that came through: the evidence without suspected false zeros, each of which has exactly the
 * failure reward.
 */
function sumThrough(summaries: readonly StepSummary[], failureReward: number): Moments {
  let sum = noMoments;
  for (const { reward, suspectedFalseZeros } of summaries) {
    const { n, mean, se } = reward.evidence;
    sum = addMoments(sum, { n, mean, squares: (se ?? 0) ** 2 * n * (n - 1) });
    if (suspectedFalseZeros > 0) sum = withoutValues(sum, suspectedFalseZeros, failureReward);
  }
  return sum;
}

/** Moments without some equal values that are among them: addMoments, turned round. */
function withoutValues({ n, mean, squares }: Moments, count: number, value: number): Moments {
  const left = n - count;
  if (left <= 0 || mean === null) return noMoments;
  const leftMean = (mean * n - value * count) / left;
  return { n: left, mean: leftMean, squares: Math.max(0, squares - ((leftMean - value) ** 2 * left * count) / n) };
}

function sum(summaries: readonly StepSummary[], read: (summary: StepSummary) => number): number {
  return summaries.reduce((total, summary) => total + read(summary), 0);
}

/** Rewards by environment, and of rollouts that name none: together those of the whole run. */
function sumByEnvironment(steps: readonly RewardStepSummary[]): ScoreTotals[] {
  const named = totalScores(steps.flatMap(({ environments }) => environments));
  const [whole] = totalScores(steps.map(({ whole }) => ({ ...whole, environment: null })));
  if (whole === undefined) return [];
  const rest = (part: "evidence" | "lost") =>
    named.reduce((left, one) => ({ n: left.n - one[part].n, sum: left.sum - one[part].sum }), whole[part]);
  const unnamed = { environment: null, evidence: rest("evidence"), lost: rest("lost") };
  return unnamed.evidence.n + unnamed.lost.n === 0 ? named : [...named, unnamed];
}

/** The larger of the pooled and the separate (Welch 1947) standard error of the difference of two means. */
function errorOfDifference(a: Moments, b: Moments): number {
  const pooled = pooledDeviation(a, b) * Math.sqrt(1 / a.n + 1 / b.n);
  return Math.max(pooled, Math.hypot(standardError(a) ?? 0, standardError(b) ?? 0));
}

/** A drop that is worth a look, and outside what chance explains at 95%. */
function isFall(before: Moments, during: Moments, least: number): boolean {
  if (before.mean === null || during.mean === null) return false;
  const drop = before.mean - during.mean;
  return drop > 0 && drop >= least && drop > z95 * errorOfDifference(before, during);
}

/** How far the mean would have fallen at the old shares of the environments: their own change. */
function dropWithin(before: readonly RewardStepSummary[], during: readonly RewardStepSummary[]): number | null {
  const names = new Set(
    [...before, ...during].flatMap(({ environments }) => environments.map((one) => one.environment)),
  );
  if (names.size < 2) return null;
  let drop = 0;
  let groups = 0;
  for (const name of names) {
    const of = (steps: readonly RewardStepSummary[]) =>
      sumEvidence(steps.flatMap(({ environments }) => environments.filter((one) => one.environment === name)));
    const old = of(before);
    // An environment that is new had no share, and one that is gone has not changed.
    if (old.mean === null) continue;
    drop += old.n * (old.mean - (of(during).mean ?? old.mean));
    groups += old.n;
  }
  return groups === 0 ? null : drop / groups;
}

/** The mean as scored has no moments of its own: it counts as fallen where it fell by what is worth a look in groups. */
function isAsScoredFall(evidence: Moments, { before, during }: RewardEffect["asScored"]): boolean {
  if (before.mean === null || during.mean === null) return false;
  return before.mean - during.mean >= Math.max(leastDropOf(evidence, noMoments), Number.MIN_VALUE);
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
  const through = { before: sumThrough(old, failureReward), during: sumThrough(now, failureReward) };
  const asScored = { before: sumAsScored(old), during: sumAsScored(now) };
  const noSignal = { count: sum(now, ({ groups }) => groups.noSignal), n: sum(now, ({ groups }) => groups.n) };
  const received = sum(now, (one) => one.received - one.omitted);

  const judge = (): RewardCause | null => {
    if (Math.min(evidence.during.n, through.during.n) < leastGroups) return "not_measurable";
    if (isFall(evidence.before, evidence.during, leastDropOf(evidence.before, evidence.during))) {
      const hasSuspects = sum(now, (one) => one.suspectedFalseZeros) > 0;
      const least = leastDropOf(evidence.before, noMoments);
      if (hasSuspects && !isFall(through.before, through.during, least)) return "failures";
      const within = dropWithin(before, during);
      const drop = (evidence.before.mean ?? 0) - (evidence.during.mean ?? 0);
      return within !== null && within < drop / 2 ? "mix" : "policy_or_verifier";
    }
    if (isAsScoredFall(evidence.before, asScored)) return "failures";
    return noSignal.n > 0 && noSignal.count >= noSignalShare * noSignal.n ? "no_signal" : null;
  };

  return {
    cause: judge(),
    evidence: { before: toRewardPeriod(evidence.before), during: toRewardPeriod(evidence.during) },
    asScored,
    attribution: attributeReward(sumByEnvironment(before), sumByEnvironment(during)),
    noSignal,
    survivorsOnly: received > 0 && received - through.during.n > lostShare * received,
  };
}
