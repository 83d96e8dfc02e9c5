import { BucketMemory } from "./bucket-memory";
import { type Coverage, lostRate } from "./coverage";
import type { WorldCandidate } from "./infer-world";
import { poolMeans, sumCounts, sumKinds } from "./pool";
import { type Rate, rateValue } from "./rate";
import type { KindCounts, Mean, StepSummary } from "./step-summary";
import { addWorldSums, noWorldSums, readWorlds, type WorldSums } from "./summarise-worlds";

/** What is given where a run tells nothing of its trainer. */
const assumedView: WorldCandidate = { world: "as_scored", baseline: "mean", normalised: false };

/** The rates whose extremes a bucket keeps, so that a one-step spike in 10,000 steps stays visible. */
type BucketRate =
  | "any_failure"
  | "lost"
  | "masked"
  | "no_result"
  | "unknown"
  | "suspected_false_zeros"
  | "evidence"
  | "as_scored"
  | "groups_touched"
  | "no_signal"
  | "advantage_shift"
  | `kind:${string}`;

export type Extremes = Readonly<Partial<Record<string, number>>>;

/** Consecutive steps as one point: counts summed, means pooled, each rate's minimum and maximum kept. */
export interface StepBucket extends Coverage {
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  readonly segments: readonly string[];
  readonly complete: boolean;
  readonly degraded: number;
  readonly maskFlagged: number;
  readonly maskSources: Readonly<Record<string, number>>;
  readonly trainerMasked: number;
  readonly reportsFailures: number;
  readonly dispositions: Readonly<Record<string, number>>;
  readonly attempts: number;
  readonly lostAttempts: number;
  readonly truncated: number;
  readonly zeroRewards: number;
  readonly suspectedFalseZeros: number;
  /** p10 and p90 are the lowest and the highest of any step: quantiles of the pooled rewards are not known. */
  readonly evidence: Mean & { readonly se: number | null; readonly p10: number | null; readonly p90: number | null };
  readonly asScored: Mean;
  readonly trained: Mean;
  /** Of groups of two and more, in the run's world and by its estimator. */
  readonly learning: LearningFigures;
  readonly kinds: Readonly<Record<string, KindCounts>>;
  /** Smallest and largest per-step value of each rate in the bucket; kinds as `kind:<name>`. */
  readonly min: Extremes;
  readonly max: Extremes;
  readonly firstSeenAt: number | null;
  readonly lastSeenAt: number | null;
  readonly finishedAt: number | null;
}

/** What failures did to what a bucket taught. */
export interface LearningFigures {
  /** All prompt groups, groups of one included, which have no worlds. */
  readonly prompts: number;
  /** Groups of two and more. */
  readonly groups: number;
  readonly touched: number;
  readonly noSignal: number;
  /** Mean |advantage − advantage on evidence only| over evidence rollouts; null without any. */
  readonly advantageShift: number | null;
  /** Share of all |advantage| that sits in touched groups; null where nothing is moved. */
  readonly touchedWeight: number | null;
}

function readLearning(prompts: number, sums: WorldSums, view: WorldCandidate): LearningFigures {
  const { advantageShift, touchedWeight, noSignal } = readWorlds(sums, view)[view.world];
  const { groups, touched } = sums;
  return { prompts, groups, touched, noSignal: noSignal.count, advantageShift, touchedWeight };
}

/** Rollouts that are a failure in any sense: a kind, masked, or failed; each counted once. */
export function countAnyFailure(summary: Pick<StepSummary, "kinds">): number {
  let total = 0;
  for (const kind of Object.values(summary.kinds)) total += kind.count;
  return total;
}

/** Flagged ÷ completed, as contract.md defines the masked fraction. */
export function maskedFraction(summary: Pick<StepSummary, "maskFlagged" | "scored" | "masked" | "unscored">): Rate {
  return { count: summary.maskFlagged, n: summary.scored + summary.masked + summary.unscored };
}

function stepRates(summary: StepSummary, view: WorldCandidate): [BucketRate, number | null][] {
  const learning = readLearning(summary.groups.n, summary.groups.worlds, view);
  const rates: [BucketRate, number | null][] = [
    ["any_failure", rateValue({ count: countAnyFailure(summary), n: summary.received })],
    ["lost", rateValue(lostRate(summary))],
    ["masked", rateValue(maskedFraction(summary))],
    ["no_result", rateValue({ count: summary.failed + summary.unscored, n: summary.expected })],
    ["unknown", rateValue({ count: summary.unknown, n: summary.expected })],
    ["suspected_false_zeros", rateValue({ count: summary.suspectedFalseZeros, n: summary.received })],
    ["evidence", summary.reward.evidence.mean],
    ["as_scored", summary.reward.asScored.mean],
    ["groups_touched", rateValue({ count: learning.touched, n: learning.groups })],
    ["no_signal", rateValue({ count: learning.noSignal, n: learning.groups })],
    ["advantage_shift", learning.advantageShift],
  ];
  for (const [kind, counts] of Object.entries(summary.kinds)) {
    rates.push([`kind:${kind}`, rateValue({ count: counts.count, n: summary.received })]);
  }
  return rates;
}

/** Evidence of several steps as one: the pooled mean with the standard error of its rollouts. */
export function poolEvidence(summaries: readonly StepSummary[]): StepBucket["evidence"] {
  const pooled = poolMeans(summaries.map((summary) => summary.reward.evidence));
  let squares = 0;
  let p10: number | null = null;
  let p90: number | null = null;
  for (const { reward } of summaries) {
    const { n, mean, se } = reward.evidence;
    if (mean === null || pooled.mean === null) continue;
    // Sum of squares about the pooled mean: within the step, and of the step's mean about it.
    squares += (se === null ? 0 : se * se * n * (n - 1)) + n * (mean - pooled.mean) ** 2;
    if (reward.evidence.p10 !== null && (p10 === null || reward.evidence.p10 < p10)) p10 = reward.evidence.p10;
    if (reward.evidence.p90 !== null && (p90 === null || reward.evidence.p90 > p90)) p90 = reward.evidence.p90;
  }
  const se = pooled.n < 2 ? null : Math.sqrt(squares / (pooled.n - 1) / pooled.n);
  return { ...pooled, se, p10, p90 };
}

function sum(summaries: readonly StepSummary[], read: (summary: StepSummary) => number): number {
  let total = 0;
  for (const summary of summaries) total += read(summary);
  return total;
}

function extreme(values: readonly (number | null)[], pick: (a: number, b: number) => number): number | null {
  let best: number | null = null;
  for (const value of values) if (value !== null) best = best === null ? value : pick(best, value);
  return best;
}

/** One bucket of one or more summaries of increasing step, each with a step. */
function toBucket(
  summaries: readonly StepSummary[],
  { from, to }: { readonly from: number; readonly to: number },
  view: WorldCandidate,
): StepBucket {
  const min = new Map<string, number>();
  const max = new Map<string, number>();
  // A kind that a step lacks has a rate of 0 there, so its minimum over several steps counts the absences.
  const kinds = sumKinds(summaries.map((summary) => summary.kinds));
  for (const summary of summaries) {
    const rates = stepRates(summary, view);
    const present = new Set<string>(rates.map(([name]) => name));
    for (const kind of Object.keys(kinds)) {
      if (!present.has(`kind:${kind}`) && summary.received > 0) rates.push([`kind:${kind}`, 0]);
    }
    for (const [name, value] of rates) {
      if (value === null) continue;
      min.set(name, Math.min(min.get(name) ?? value, value));
      max.set(name, Math.max(max.get(name) ?? value, value));
    }
  }
  return {
    from,
    to,
    steps: summaries.length,
    segments: [...new Set(summaries.map((summary) => summary.segment))],
    complete: summaries.every((summary) => summary.complete),
    expected: sum(summaries, (s) => s.expected),
    received: sum(summaries, (s) => s.received),
    scored: sum(summaries, (s) => s.scored),
    masked: sum(summaries, (s) => s.masked),
    unscored: sum(summaries, (s) => s.unscored),
    failed: sum(summaries, (s) => s.failed),
    omitted: sum(summaries, (s) => s.omitted),
    unknown: sum(summaries, (s) => s.unknown),
    degraded: sum(summaries, (s) => s.degraded),
    maskFlagged: sum(summaries, (s) => s.maskFlagged),
    maskSources: sumCounts(summaries.map((summary) => summary.maskSources)),
    trainerMasked: sum(summaries, (s) => s.trainerMasked),
    reportsFailures: sum(summaries, (s) => s.reportsFailures),
    dispositions: sumCounts(summaries.map((summary) => summary.dispositions)),
    attempts: sum(summaries, (s) => s.attempts),
    lostAttempts: sum(summaries, (s) => s.lostAttempts),
    truncated: sum(summaries, (s) => s.truncated),
    zeroRewards: sum(summaries, (s) => s.zeroRewards),
    suspectedFalseZeros: sum(summaries, (s) => s.suspectedFalseZeros),
    evidence: poolEvidence(summaries),
    asScored: poolMeans(summaries.map((summary) => summary.reward.asScored)),
    trained: poolMeans(summaries.map((summary) => summary.reward.trained)),
    learning: readLearning(
      sum(summaries, (s) => s.groups.n),
      summaries.map((summary) => summary.groups.worlds).reduce(addWorldSums, noWorldSums),
      view,
    ),
    kinds,
    min: Object.fromEntries(min),
    max: Object.fromEntries(max),
    firstSeenAt: extreme(
      summaries.map((summary) => summary.firstSeenAt),
      Math.min,
    ),
    lastSeenAt: extreme(
      summaries.map((summary) => summary.lastSeenAt),
      Math.max,
    ),
    finishedAt: extreme(
      summaries.map((summary) => summary.finishedAt),
      Math.max,
    ),
  };
}

/** The width, in steps, of buckets that show [first, last] in at most `resolution` points: 1, 2, 5, 10, 20, 50 … */
export function bucketWidth(first: number, last: number, resolution: number): number {
  if (!Number.isInteger(resolution) || resolution < 1) {
    throw new RangeError(`resolution must be a whole number of at least 1, not ${resolution}`);
  }
  for (let scale = 1; ; scale *= 10) {
    for (const factor of [1, 2, 5]) {
      const width = factor * scale;
      // Buckets start at multiples of their width, so that a growing run does not shift the ones it has.
      if (Math.floor(last / width) - Math.floor(first / width) + 1 <= resolution) return width;
    }
  }
}

const madeBuckets = new BucketMemory<StepBucket>();

/**
 * Groups summaries of increasing step into buckets of `width` steps, aligned to multiples of it. Steps that were never
 * heard of make no bucket: a gap stays a gap.
 *
 * @param view the world and estimator that learning is given for.
 */
export function bucketStepsByWidth(
  summaries: readonly StepSummary[],
  width: number,
  view: WorldCandidate = assumedView,
): readonly StepBucket[] {
  const members = new Map<number, StepSummary[]>();
  for (const summary of summaries) {
    if (summary.step === null) continue;
    const index = Math.floor(summary.step / width);
    const bucket = members.get(index);
    if (bucket === undefined) members.set(index, [summary]);
    else bucket.push(summary);
  }
  return [...members].map(([index, bucket]) =>
    madeBuckets.read(bucket, width, view, () =>
      toBucket(bucket, { from: index * width, to: index * width + width - 1 }, view),
    ),
  );
}

/** The same in at most `resolution` buckets. */
export function bucketSteps(summaries: readonly StepSummary[], resolution: number): readonly StepBucket[] {
  const steps = summaries.flatMap((summary) => (summary.step === null ? [] : [summary.step]));
  const first = steps[0];
  const last = steps[steps.length - 1];
  if (first === undefined || last === undefined) return [];
  return bucketStepsByWidth(summaries, bucketWidth(first, last, resolution));
}
