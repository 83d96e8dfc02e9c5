import { wilsonInterval } from "@/lib/core/rate";
import { maskedFraction, type StepBucket } from "@/lib/core/series";
import { type EndLabel, writeStale } from "./end-labels";
import { formatCount, formatOf, formatPercent } from "./format";
import { fractionFromTop, niceStep, type ValueScale } from "./nice-scale";
import { type Smoothed, toSmoothParts } from "./smoothing";
import { findSpikes, type Spike } from "./spikes";
import type { StepAxis } from "./step-axis";
import { type ChartRow, toStepRows } from "./step-rows";

/** What a step still filling waits for: an outline, because it is neither missing nor nothing. */
export interface ToComeOutline {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly count: number;
  readonly expected: number;
}

export interface CoverageModel {
  readonly rows: readonly ChartRow[];
  /** The masked fraction smoothed over several points, in parts; null: it is not. */
  readonly smoothed: ReturnType<typeof toSmoothParts> | null;
  /** Single steps that stand out of the points that they are in. */
  readonly spikes: readonly Spike[];
  readonly toCome: readonly ToComeOutline[];
  readonly scale: ValueScale;
  readonly labels: readonly EndLabel[];
  readonly isEmpty: boolean;
}

const keys = ["masked", "interval", "range", "no_result", "missing"] as const;

/** The masked fraction above zero; below it, the share of expected rollouts without a result, and missing. */
export function toCoverageModel(
  axis: StepAxis,
  buckets: readonly StepBucket[],
  smoothed: Smoothed | null = null,
): CoverageModel {
  const hasRange = buckets.some((bucket) => bucket.steps > 1);
  const cells = buckets.map((bucket) => {
    const rate = maskedFraction(bucket);
    const below = belowZero(bucket);
    return {
      masked: rate.n === 0 ? null : rate.count / rate.n,
      interval: wilsonInterval(rate),
      range: hasRange ? extremes(bucket) : null,
      no_result: below === null ? null : ([-below.noResult, 0] as const),
      missing: below === null ? null : ([-below.noResult - below.missing, -below.noResult] as const),
    };
  });
  const scale = toScale(cells);
  const rows = toStepRows(axis.extents, cells, keys);
  return {
    rows,
    smoothed: smoothed === null ? null : toSmoothParts(smoothed.masked, axis.extents, ({ start, end }) => [start, end]),
    spikes: hasRange ? findSpikes(toSpikes(axis, buckets), scale.domain[1]) : [],
    toCome: findToCome(axis, buckets, scale),
    scale,
    labels: toLabels(buckets, scale),
    isEmpty: buckets.length === 0,
  };
}

function toSpikes(axis: StepAxis, buckets: readonly StepBucket[]): readonly Spike[] {
  return buckets.flatMap((bucket, index): Spike[] => {
    const extent = axis.extents[index];
    const { count, n } = maskedFraction(bucket);
    if (extent === undefined || n === 0) return [];
    const low = count / n;
    return [{ x: extent.mid, low, high: bucket.max["masked"] ?? low, colour: "var(--masked)" }];
  });
}

function extremes(bucket: StepBucket): readonly [number, number] | null {
  const low = bucket.min["masked"];
  const high = bucket.max["masked"];
  return low === undefined || high === undefined ? null : [low, high];
}

/** Shares of what was expected; what a step still filling has not heard of is to come, not missing. */
function belowZero(bucket: StepBucket): { noResult: number; missing: number } | null {
  if (bucket.expected === 0) return null;
  const missing = bucket.complete ? bucket.unknown : 0;
  return { noResult: (bucket.failed + bucket.unscored) / bucket.expected, missing: missing / bucket.expected };
}

type Cells = {
  readonly masked: number | null;
  readonly interval: readonly [number, number] | null;
  readonly range: readonly [number, number] | null;
  readonly missing: readonly [number, number] | null;
};

/** Least height of the axis, so that a healthy run is calm, and the part of it kept below zero. */
const leastHigh = 0.1;
const partBelow = 0.5;

function toScale(cells: readonly Cells[]): ValueScale {
  let high = leastHigh;
  let low = 0;
  for (const cell of cells) {
    high = Math.max(high, cell.masked ?? 0, cell.interval?.[1] ?? 0, cell.range?.[1] ?? 0);
    low = Math.max(low, -(cell.missing?.[0] ?? 0));
  }
  const above = Math.min(1, high);
  const upStep = niceStep(above, 2);
  const top = Math.ceil(above / upStep - 1e-9) * upStep;
  // One distance of lines for both halves, the larger one's, so that the lesser half does not crowd.
  const step = low === 0 ? upStep : Math.max(upStep, niceStep(low, 2));
  const bottom = Math.max(partBelow * top, low === 0 ? 0 : Math.ceil(low / step - 1e-9) * step);
  const ticks: number[] = [];
  for (let index = low === 0 ? 0 : -Math.floor(bottom / step + 1e-9); index * step <= top + 1e-9; index++) {
    ticks.push(index * step);
  }
  return { domain: [-bottom, top], ticks };
}

function findToCome(axis: StepAxis, buckets: readonly StepBucket[], scale: ValueScale): ToComeOutline[] {
  return buckets.flatMap((bucket, index) => {
    const extent = axis.extents[index];
    if (bucket.complete || bucket.unknown === 0 || extent === undefined) return [];
    const top = -(bucket.failed + bucket.unscored) / bucket.expected;
    // Clipped to the plot: a step that has just begun must not move the axis under a reader.
    const bottom = Math.max(scale.domain[0], top - bucket.unknown / bucket.expected);
    return [
      { x: [extent.start, extent.end], y: [bottom, top], count: bucket.unknown, expected: bucket.expected } as const,
    ];
  });
}

function toLabels(buckets: readonly StepBucket[], scale: ValueScale): EndLabel[] {
  const labels: EndLabel[] = [];
  const masked = buckets.findLast((bucket) => maskedFraction(bucket).n > 0);
  if (masked !== undefined) {
    const rate = maskedFraction(masked);
    const value = formatPercent(rate.count / rate.n);
    labels.push({
      id: "masked",
      name: "masked",
      value: masked === buckets[buckets.length - 1] ? value : writeStale(value, masked.to),
      detail: formatOf(rate),
      colour: "var(--masked)",
      at: fractionFromTop(rate.count / rate.n, scale.domain),
    });
  }
  const last = buckets[buckets.length - 1];
  if (last === undefined || last.expected === 0) return labels;
  const noResult = last.failed + last.unscored;
  const share = noResult / last.expected;
  if (noResult > 0) {
    labels.push({
      id: "no_result",
      name: "no result",
      value: formatPercent(share),
      detail: formatOf({ count: noResult, n: last.expected }),
      colour: "var(--no-result)",
      at: fractionFromTop(-share / 2, scale.domain),
    });
  }
  if (last.unknown === 0) return labels;
  const middle = fractionFromTop(-share - last.unknown / last.expected / 2, scale.domain);
  labels.push({
    id: "missing",
    name: last.complete ? "missing" : "",
    value: last.complete
      ? formatPercent(last.unknown / last.expected)
      : `${formatCount(last.unknown)} of ${formatCount(last.expected)} to come`,
    detail: last.complete ? formatOf({ count: last.unknown, n: last.expected }) : "",
    colour: "var(--ink-2)",
    at: middle,
  });
  return labels;
}
