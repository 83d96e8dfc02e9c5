import type { StepBucket } from "@/lib/core/series";
import { type EndLabel, writeStale } from "./end-labels";
import { formatCount, formatReward } from "./format";
import { fractionFromTop, niceScale, type ValueScale } from "./nice-scale";
import { evidenceInterval, thinBelow } from "./reward-scale";
import { type Smoothed, toSmoothParts } from "./smoothing";
import type { Extent, StepAxis } from "./step-axis";
import { type ChartRow, toLineRows } from "./step-rows";

export const rewardSeries = ["evidence", "as_scored", "trained"] as const;
export type RewardSeries = (typeof rewardSeries)[number];

/** A single point: thin evidence with its whisker, or one with a gap on either side. */
export interface RewardDot {
  readonly series: RewardSeries;
  readonly x: number;
  readonly y: number;
  readonly whisker: readonly [number, number] | null;
}

type SmoothedParts = ReturnType<typeof toSmoothParts>;

export interface RewardModel {
  readonly inPercent: boolean;
  readonly rows: readonly ChartRow[];
  readonly dots: readonly RewardDot[];
  /** Means of steps as an older segment had them; a new part begins after each gap. */
  readonly superseded: readonly (readonly { readonly x: number; readonly y: number }[])[];
  /** Lines smoothed over several points; null: none are. */
  readonly smoothed: Readonly<Record<RewardSeries, SmoothedParts>> | null;
  readonly scale: ValueScale;
  readonly labels: readonly EndLabel[];
  readonly hasTrained: boolean;
  /** Whether the 10-90% band says anything: rewards that are only ever 0 or 1 fill it from edge to edge. */
  readonly hasBand: boolean;
  readonly isEmpty: boolean;
}

const keys = ["evidence", "interval", "band", "range", "as_scored", "trained"] as const;

/** The reward chart: evidence with its interval, what the trainer would have seen, and where the two part. */
export function toRewardModel(
  axis: StepAxis,
  buckets: readonly StepBucket[],
  superseded: { readonly extents: readonly Extent[]; readonly buckets: readonly StepBucket[] },
  inPercent: boolean,
  smoothed: Smoothed | null = null,
): RewardModel {
  const hasTrained = buckets.some((bucket) => bucket.trained.mean !== null);
  const hasBand = buckets.some(({ evidence }) => !isBinary(evidence));
  const hasRange = buckets.some((bucket) => bucket.steps > 1);
  const cells = buckets.map((bucket) => {
    const { evidence } = bucket;
    const thick = evidence.n >= thinBelow;
    return {
      evidence: thick ? evidence.mean : null,
      interval: thick ? evidenceInterval(evidence, inPercent) : null,
      band:
        thick && hasBand && evidence.p10 !== null && evidence.p90 !== null
          ? ([evidence.p10, evidence.p90] as const)
          : null,
      range: hasRange ? extremes(bucket) : null,
      as_scored: bucket.asScored.mean,
      trained: bucket.trained.mean,
    };
  });
  const dots = findDots(axis, buckets, cells, inPercent);
  const older = splitAtGaps(superseded.extents, superseded.buckets);
  const scale = toScale(cells, dots, older.flat(), inPercent);
  return {
    inPercent,
    rows: toLineRows(axis.extents, cells, keys),
    dots,
    superseded: older,
    smoothed: smoothed === null ? null : drawSmoothed(smoothed, axis),
    scale,
    labels: toLabels(buckets, scale, inPercent),
    hasTrained,
    hasBand,
    isEmpty: dots.length === 0 && cells.every((cell) => cell.evidence === null && cell.as_scored === null),
  };
}

function drawSmoothed(smoothed: Smoothed, { extents }: StepAxis): RewardModel["smoothed"] {
  const draw = (series: RewardSeries) => toSmoothParts(smoothed[series], extents, ({ mid }) => [mid]);
  return { evidence: draw("evidence"), as_scored: draw("as_scored"), trained: draw("trained") };
}

/**
 * Whether rewards are only ever 0 or 1: rewards in [0, 1] with mean m lie about it as widely as n·m·(1 − m) at most, and
 * only zeros and ones do. Their quantiles say nothing that the mean does not.
 */
function isBinary({ n, mean, se }: StepBucket["evidence"]): boolean {
  if (mean === null || se === null) return true;
  return Math.abs(se * se * n * (n - 1) - n * mean * (1 - mean)) < 1e-6 * n;
}

function extremes(bucket: StepBucket): readonly [number, number] | null {
  const low = bucket.min["evidence"];
  const high = bucket.max["evidence"];
  return low === undefined || high === undefined ? null : [low, high];
}

type Cells = Readonly<Record<RewardSeries, number | null>> & {
  readonly interval: readonly [number, number] | null;
  readonly band: readonly [number, number] | null;
  readonly range: readonly [number, number] | null;
};

function findDots(
  axis: StepAxis,
  buckets: readonly StepBucket[],
  cells: readonly Cells[],
  inPercent: boolean,
): RewardDot[] {
  const dots: RewardDot[] = [];
  buckets.forEach((bucket, index) => {
    const x = axis.extents[index]?.mid;
    if (x === undefined) return;
    const { mean, n } = bucket.evidence;
    if (mean !== null && n < thinBelow) {
      dots.push({ series: "evidence", x, y: mean, whisker: evidenceInterval(bucket.evidence, inPercent) });
    }
    for (const series of rewardSeries) {
      const y = cells[index]?.[series] ?? null;
      if (y === null) continue;
      const before = axis.extents[index]?.joined ? (cells[index - 1]?.[series] ?? null) : null;
      const after = axis.extents[index + 1]?.joined ? (cells[index + 1]?.[series] ?? null) : null;
      if (before === null && after === null) {
        dots.push({ series, x, y, whisker: series === "evidence" ? (cells[index]?.interval ?? null) : null });
      }
    }
  });
  return dots;
}

function splitAtGaps(extents: readonly Extent[], buckets: readonly StepBucket[]): { x: number; y: number }[][] {
  const parts: { x: number; y: number }[][] = [];
  let open = false;
  buckets.forEach((bucket, index) => {
    const extent = extents[index];
    const y = bucket.evidence.mean;
    if (extent === undefined || y === null) {
      open = false;
      return;
    }
    const part = open && extent.joined ? parts[parts.length - 1] : undefined;
    if (part === undefined) parts.push([{ x: extent.mid, y }]);
    else part.push({ x: extent.mid, y });
    open = true;
  });
  return parts;
}

function toScale(
  cells: readonly Cells[],
  dots: readonly RewardDot[],
  older: readonly { y: number }[],
  inPercent: boolean,
): ValueScale {
  const values = [...dots.flatMap((dot) => [dot.y, ...(dot.whisker ?? [])]), ...older.map((point) => point.y)];
  for (const cell of cells) {
    for (const value of [cell.evidence, cell.as_scored, cell.trained]) if (value !== null) values.push(value);
    for (const range of [cell.interval, cell.band, cell.range]) if (range !== null) values.push(...range);
  }
  if (values.length === 0) return niceScale(0, 1, 2);
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  if (inPercent) return niceScale(Math.min(0, low), Math.max(high, 0.01));
  return low >= 0 && low < high * 0.4 ? niceScale(0, high) : niceScale(low, high);
}

function toLabels(buckets: readonly StepBucket[], scale: ValueScale, inPercent: boolean): EndLabel[] {
  const labels: EndLabel[] = [];
  const add = (
    id: RewardSeries,
    name: string,
    colour: string,
    read: (bucket: StepBucket) => StepBucket["asScored"],
  ) => {
    const bucket = buckets.findLast((candidate) => read(candidate).mean !== null);
    if (bucket === undefined) return;
    const { mean, n } = read(bucket);
    if (mean === null) return;
    const value = formatReward(mean, inPercent);
    const thin = id === "evidence" && n < thinBelow ? ", thin" : "";
    labels.push({
      id,
      name,
      value: bucket === buckets[buckets.length - 1] ? value : writeStale(value, bucket.to),
      detail: `n ${formatCount(n)}${thin}`,
      colour,
      at: fractionFromTop(mean, scale.domain),
    });
  };
  add("evidence", "evidence", "var(--evidence)", (bucket) => bucket.evidence);
  add("as_scored", "as scored", "var(--as-scored)", (bucket) => bucket.asScored);
  add("trained", "trained", "var(--trained)", (bucket) => bucket.trained);
  return labels;
}
