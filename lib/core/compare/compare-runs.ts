import { addMoments, type Moments, noMoments, standardError } from "../moments";
import { poolMeans, sumKinds } from "../pool";
import type { Rate } from "../rate";
import { bucketWidth, poolEvidence, type StepBucket } from "../series";
import { speaksOfFailure } from "../speaks-of-failure";
import { areApart, type Estimate, estimateDifference, estimateMean, estimateRate } from "../statistics/estimate";
import type { Mean, StepSummary } from "../step-summary";
import { type AlignedRun, alignRun, chooseRange, spanOf } from "./align-runs";
import { designEffect } from "./clustering";
import { toComparePoints } from "./compare-points";
import type {
  CompareCell,
  ComparedRun,
  CompareRequest,
  Comparison,
  MeanRow,
  Places,
  RateRow,
  ReadRun,
} from "./comparison";
import { type MeanMeasure, meanMeasures, rateMeasures, readKindRate, readRate } from "./measures";

/** Kinds that get a row: the most frequent ones of any run. */
const mostKinds = 40;

type Found<Value> = Pick<CompareCell<Value>, "value" | "estimate" | "designEffect">;

function sumRates(rates: readonly Rate[]): Rate {
  let count = 0;
  let n = 0;
  for (const rate of rates) {
    count += rate.count;
    n += rate.n;
  }
  return { count, n };
}

function findRate(steps: readonly StepSummary[], read: (summary: StepSummary) => Rate): Found<Rate> {
  const rates = steps.map(read);
  const value = sumRates(rates);
  const effect = designEffect(rates);
  return { value, estimate: estimateRate(value, effect), designEffect: effect };
}

/** Sum of evidence rewards over the rollouts, as a rate: what Wilson's interval takes where rewards lie in [0, 1]. */
function toRate({ n, mean }: Mean): Rate {
  return { count: (mean ?? 0) * n, n };
}

/**
 * What one prompt's rollouts, which resemble each other, make of the spread of a mean: the variance by group means over
 * that by single rollouts; where there is no spread to compare, every group counts for one rollout.
 */
function groupEffect(evidence: StepBucket["evidence"], groups: Moments): number {
  if (evidence.n === 0 || groups.n === 0) return 1;
  const most = evidence.n / groups.n;
  const byGroup = standardError(groups);
  if (byGroup === null || evidence.se === null || evidence.se === 0) return Math.max(1, most);
  return Math.min(Math.max(1, most), Math.max(1, (byGroup / evidence.se) ** 2));
}

/** The standard error of a mean of steps' means weighted by their rollouts, each step one unit (linearised ratio). */
function stepError(means: readonly Mean[]): { readonly se: number; readonly units: number } | null {
  const { n, mean } = poolMeans(means);
  const heard = means.filter((one) => one.mean !== null);
  if (mean === null || heard.length < 2) return null;
  let squares = 0;
  for (const one of heard) squares += (one.n * ((one.mean ?? 0) - mean)) ** 2;
  return { se: Math.sqrt((squares * heard.length) / (heard.length - 1)) / n, units: heard.length };
}

function findMean(steps: readonly StepSummary[], measure: MeanMeasure, inPercent: boolean): Found<Mean> {
  const isEvidence = measure === "evidence";
  const means = steps.map(({ reward }): Mean => (isEvidence ? reward.evidence : reward.asScored));
  const value = poolMeans(means);
  const groups = isEvidence ? steps.map((one) => one.groups.evidence).reduce(addMoments, noMoments) : noMoments;
  if (value.mean === null) return { value, estimate: null, designEffect: 1 };
  if (inPercent) {
    const byGroups = isEvidence ? groupEffect(poolEvidence(steps), groups) : 1;
    const effect = Math.max(designEffect(means.map(toRate)), byGroups);
    return { value, estimate: estimateRate(toRate(value), effect), designEffect: effect };
  }
  const byStep = stepError(means);
  const byGroup = standardError(groups);
  // The larger error is the safer one; each has its own number of units.
  if (byGroup !== null && byGroup >= (byStep?.se ?? 0)) {
    return { value, estimate: estimateMean(value.mean, byGroup, groups.n), designEffect: 1 };
  }
  const estimate = byStep === null ? null : estimateMean(value.mean, byStep.se, byStep.units);
  return { value, estimate, designEffect: 1 };
}

function compareCells<Value>(found: readonly (Found<Value> | null)[], baseline: number): (CompareCell<Value> | null)[] {
  const base: Estimate | null = found[baseline]?.estimate ?? null;
  return found.map((cell, index) => {
    if (cell === null) return null;
    const { estimate } = cell;
    if (index === baseline || base === null || estimate === null) return { ...cell, difference: null, isApart: false };
    return { ...cell, difference: estimateDifference(estimate, base), isApart: areApart(estimate, base) };
  });
}

function within({ steps, origin }: AlignedRun, range: Places | null): readonly StepSummary[] {
  if (origin === null || range === null) return [];
  return steps.filter(({ step }) => step - origin >= range.from && step - origin <= range.to);
}

function rankKinds(counted: readonly (readonly StepSummary[])[]): readonly string[] {
  const most = new Map<string, number>();
  for (const steps of counted) {
    const kinds = sumKinds(steps.map((step) => step.kinds));
    for (const [kind, { count }] of Object.entries(kinds)) most.set(kind, Math.max(most.get(kind) ?? 0, count));
  }
  return [...most].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([kind]) => kind);
}

/** Whether every reward that was seen, or the range that each run tells of, lies in [0, 1]. */
function areRewardsInPercent(runs: readonly AlignedRun[]): boolean {
  return runs.every(({ read, steps }) => {
    const told = read.detail.settings.rewardRange;
    if (told !== null) return told[0] >= 0 && told[1] <= 1;
    return steps.every(({ reward }) => {
      const { min, max } = reward.evidence;
      const scored = reward.asScored.mean ?? 0;
      return (min ?? 0) >= 0 && (max ?? 0) <= 1 && scored >= 0 && scored <= 1;
    });
  });
}

function toCounted(steps: readonly StepSummary[]): ComparedRun["counted"] {
  const [first, last] = [steps[0]?.step, steps.at(-1)?.step];
  if (first == null || last == null) return null;
  const filling = steps.filter(({ complete }) => !complete).length;
  return { from: first, to: last, steps: steps.length, filling };
}

function toComparedRun(
  run: AlignedRun,
  counted: readonly StepSummary[],
  width: number,
  kind: string | null,
): ComparedRun {
  const { detail } = run.read;
  return {
    run: detail.run,
    title: detail.settings.title,
    state: detail.state,
    verdict: detail.verdict,
    firstStep: run.steps[0]?.step ?? null,
    lastStep: run.steps.at(-1)?.step ?? null,
    incident: run.incident,
    origin: run.origin,
    counted: toCounted(counted),
    received: counted.reduce((total, { received }) => total + received, 0),
    reportsFailures: speaksOfFailure(run.steps),
    environments: detail.environments,
    points: toComparePoints(run, width, kind),
  };
}

/**
 * Runs side by side: their lines on one axis, and for each share and mean how far each run is from the baseline, with
 * intervals that know that rollouts of a step are alike. From summaries alone.
 *
 * @param runs at least one, in the order in which they are shown.
 */
export function compareRuns(runs: readonly ReadRun[], request: CompareRequest): Comparison {
  const aligned = runs.map((read) => alignRun(read, request));
  const named = aligned.findIndex(({ read }) => read.detail.run === request.baseline);
  const baseline = Math.max(0, named);
  const span = spanOf(aligned.map(({ places }) => places));
  const range = chooseRange(aligned, request.range);
  const width = span === null ? 1 : bucketWidth(span.from, span.to, request.resolution);
  const counted = aligned.map((run) => within(run, range));
  const inPercent = areRewardsInPercent(aligned);
  const cellsOf = <Value>(find: (steps: readonly StepSummary[]) => Found<Value>) =>
    compareCells(
      counted.map((steps, index) => (aligned[index]?.origin === null || steps.length === 0 ? null : find(steps))),
      baseline,
    );
  const ranked = rankKinds(counted);
  const kinds = ranked.slice(0, mostKinds).map((kind): RateRow => {
    return { measure: `kind:${kind}`, cells: cellsOf((steps) => findRate(steps, (step) => readKindRate(step, kind))) };
  });
  const kind = request.kind ?? null;
  return {
    runs: aligned.map((run, index) => toComparedRun(run, counted[index] ?? [], width, kind)),
    baseline,
    alignment: request.alignment,
    at: request.at,
    rangeKind: typeof request.range === "string" ? request.range : "chosen",
    range,
    span,
    width,
    inPercent,
    kind,
    means: meanMeasures.map((measure): MeanRow => {
      return { measure, cells: cellsOf((steps) => findMean(steps, measure, inPercent)) };
    }),
    rates: [
      ...rateMeasures.map((measure): RateRow => {
        return { measure, cells: cellsOf((steps) => findRate(steps, (step) => readRate(step, measure))) };
      }),
      ...kinds,
    ],
    otherKinds: ranked.length - kinds.length,
  };
}
