import { displayFailureKind } from "@/lib/core/failure-kind";
import { countAnyFailure, type StepBucket } from "@/lib/core/series";
import { kindColour, otherKindsColour } from "./colour";
import type { EndLabel } from "./end-labels";
import { formatCount, formatOf, formatPercent } from "./format";
import { fractionFromTop, logScale, niceScale, type ValueScale } from "./nice-scale";
import { findSpikes, type Spike } from "./spikes";
import type { StepAxis, StepRange } from "./step-axis";
import { type ChartRow, toStepRows } from "./step-rows";
import { type KindTotal, rankByExcess, rankKinds } from "./totals";

export const failureScales = ["share", "count", "log"] as const;
export type FailureScale = (typeof failureScales)[number];

export interface KindSeries {
  readonly key: string;
  /** null: the rest, taken together, or suspected false zeros. */
  readonly kind: string | null;
  readonly name: string;
  readonly colour: string;
  /** Set apart by hatching where a more frequent kind has the same colour. */
  readonly hatched: boolean;
  readonly count: number;
}

export interface FailuresModel {
  readonly scaleKind: FailureScale;
  readonly series: readonly KindSeries[];
  readonly rows: readonly ChartRow[];
  /** Single steps that stand out of the points that they are in. */
  readonly spikes: readonly Spike[];
  readonly scale: ValueScale;
  readonly labels: readonly EndLabel[];
  /** A series' band at a bucket, for finding what a pointer is on. */
  readonly bands: readonly (readonly (readonly [number, number] | null)[])[];
  readonly isEmpty: boolean;
}

/** The series of zeros that a rule suspects, which no one reported: on top of those that were. */
export const suspectedKey = "suspected";
export const suspectedName = "suspected false zeros (rule)";
export const suspectedColour = "var(--ink-2)";

/** Kinds drawn on their own; the rest are "other". */
const shownKinds = 8;

/**
 * Failures by kind: stacked steps of share or count, or single lines on a logarithmic axis.
 *
 * @param focus steps of an incident: kinds are then ranked by what they have there above their rate before it.
 */
export function toFailuresModel(
  axis: StepAxis,
  buckets: readonly StepBucket[],
  scaleKind: FailureScale,
  focus: StepRange | null = null,
): FailuresModel {
  const totals = focus === null ? rankKinds(buckets) : rankByExcess(buckets, focus);
  const series = [...toSeries(raisePeaks(totals, buckets)), ...toSuspected(buckets)];
  const counts = buckets.map((bucket) => series.map((one) => countSeries(bucket, series, one)));
  const bands = buckets.map((bucket, index) => toBands(bucket, counts[index] ?? [], scaleKind));
  const hasRange = scaleKind === "share" && buckets.some((bucket) => bucket.steps > 1);
  const cells = buckets.map((bucket, index) => {
    const cell: Record<string, number | readonly [number, number] | null> = { range: null };
    series.forEach((one, rank) => {
      const band = bands[index]?.[rank] ?? null;
      cell[one.key] = scaleKind === "log" ? (band?.[1] ?? null) : band;
    });
    const low = bucket.min["any_failure"];
    const high = bucket.max["any_failure"];
    if (!hasRange || low === undefined || high === undefined) return cell;
    cell["range"] = [low, high];
    return cell;
  });
  const scale = toScale(buckets, bands, scaleKind, hasRange);
  const keys = ["range", ...series.map((one) => one.key)];
  return {
    scaleKind,
    series,
    rows: toStepRows(axis.extents, cells, keys),
    spikes: hasRange ? toSpikes(axis, buckets, series, scale.domain[1]) : [],
    scale,
    labels: toLabels(buckets, series, counts, bands, scale, scaleKind),
    bands,
    isEmpty: series.length === 0,
  };
}

/** The points whose worst step stands out, in the colour of what reached highest there. */
function toSpikes(
  axis: StepAxis,
  buckets: readonly StepBucket[],
  series: readonly KindSeries[],
  top: number,
): readonly Spike[] {
  const points = buckets.flatMap((bucket, index) => {
    const extent = axis.extents[index];
    if (extent === undefined || bucket.received === 0) return [];
    const low = countAnyFailure(bucket) / bucket.received;
    return [{ x: extent.mid, low, high: bucket.max["any_failure"] ?? low, bucket }];
  });
  return findSpikes(points, top).map(({ bucket, ...spike }) => {
    return { ...spike, colour: findWorst(bucket, series)?.colour ?? otherKindsColour };
  });
}

function findWorst(bucket: StepBucket, series: readonly KindSeries[]): KindSeries | null {
  let worst: KindSeries | null = null;
  let highest = 0;
  for (const one of series) {
    const peak = one.kind === null ? 0 : (bucket.max[`kind:${one.kind}`] ?? 0);
    if (peak <= highest) continue;
    worst = one;
    highest = peak;
  }
  return worst ?? series.find((one) => one.kind === null && one.key !== suspectedKey) ?? null;
}

/** A kind that had this share of any step, in at least so many rollouts, is drawn on its own, however rare it is elsewhere. */
const tellingPeak = { share: 0.1, count: 5 } as const;

/** Moves kinds that stand out in some step, and would be among the rest, up to the last places shown. */
function raisePeaks(totals: readonly KindTotal[], buckets: readonly StepBucket[]): readonly KindTotal[] {
  const hidden = totals.slice(shownKinds);
  if (hidden.length <= 1) return totals;
  const shareIn = ({ kinds, max, received }: StepBucket, kind: string) => {
    const count = kinds[kind]?.count ?? 0;
    return count < tellingPeak.count ? 0 : (max[`kind:${kind}`] ?? count / received);
  };
  const peakOf = ({ kind }: KindTotal) => Math.max(0, ...buckets.map((bucket) => shareIn(bucket, kind)));
  const peaks = new Map(totals.map((total) => [total, peakOf(total)]));
  const peak = (total: KindTotal) => peaks.get(total) ?? 0;
  const raised = hidden.filter((total) => peak(total) >= tellingPeak.share).toSorted((a, b) => peak(b) - peak(a));
  // The first place is the incident's own, or the most frequent kind's; one that peaks itself gives way to none.
  const shown = totals.slice(0, shownKinds);
  const quiet = shown.filter((total, rank) => rank > 0 && peak(total) < tellingPeak.share);
  const leaving = new Set(quiet.slice(Math.max(0, quiet.length - raised.length)));
  const coming = raised.slice(0, leaving.size);
  const first = [...shown.filter((total) => !leaving.has(total)), ...coming];
  return [...first, ...totals.filter((total) => !first.includes(total))];
}

function toSeries(totals: readonly KindTotal[]): KindSeries[] {
  // One kind more is shown rather than called "other" alone.
  const cut = totals.length === shownKinds + 1 ? totals.length : shownKinds;
  const taken = new Set<string>();
  const series = totals.slice(0, cut).map(({ kind, count }, rank): KindSeries => {
    const colour = kindColour(kind);
    const hatched = taken.has(colour);
    taken.add(colour);
    return { key: `k${rank}`, kind, name: displayFailureKind(kind), colour, hatched, count };
  });
  const rest = totals.slice(cut);
  if (rest.length > 0) {
    const count = rest.reduce((total, kind) => total + kind.count, 0);
    series.push({
      key: "other",
      kind: null,
      name: `${rest.length} other kinds`,
      colour: otherKindsColour,
      hatched: false,
      count,
    });
  }
  return series;
}

function toSuspected(buckets: readonly StepBucket[]): KindSeries[] {
  const count = buckets.reduce((total, bucket) => total + bucket.suspectedFalseZeros, 0);
  if (count === 0) return [];
  return [{ key: suspectedKey, kind: null, name: suspectedName, colour: suspectedColour, hatched: true, count }];
}

function countSeries(bucket: StepBucket, all: readonly KindSeries[], one: KindSeries): number {
  if (one.key === suspectedKey) return bucket.suspectedFalseZeros;
  if (one.kind !== null) return bucket.kinds[one.kind]?.count ?? 0;
  const named = new Set(all.map((other) => other.kind));
  let total = 0;
  for (const [kind, counts] of Object.entries(bucket.kinds)) if (!named.has(kind)) total += counts.count;
  return total;
}

type Band = readonly [number, number] | null;

function toBands(bucket: StepBucket, counts: readonly number[], scaleKind: FailureScale): Band[] {
  if (bucket.received === 0) return counts.map(() => null);
  let base = 0;
  return counts.map((count): Band => {
    if (scaleKind === "log") return count === 0 ? null : [0, count / bucket.received];
    const low = base;
    base += count;
    return scaleKind === "count" ? [low, base] : [low / bucket.received, base / bucket.received];
  });
}

function toScale(
  buckets: readonly StepBucket[],
  bands: readonly (readonly Band[])[],
  scaleKind: FailureScale,
  hasRange: boolean,
): ValueScale {
  let high = 0;
  let smallest = 1;
  buckets.forEach((bucket, index) => {
    for (const band of bands[index] ?? []) {
      if (band === null) continue;
      if (band[1] > 0) smallest = Math.min(smallest, band[1]);
      high = Math.max(high, band[1]);
    }
    if (hasRange) high = Math.max(high, bucket.max["any_failure"] ?? 0);
  });
  if (scaleKind === "log") return logScale(Math.min(smallest, 0.1), 1);
  if (scaleKind === "count") return niceScale(0, Math.max(high, 4));
  return niceScale(0, Math.min(1, Math.max(high, 0.1)));
}

function toLabels(
  buckets: readonly StepBucket[],
  series: readonly KindSeries[],
  counts: readonly (readonly number[])[],
  bands: readonly (readonly Band[])[],
  scale: ValueScale,
  scaleKind: FailureScale,
): EndLabel[] {
  const last = buckets.findLastIndex((bucket) => bucket.received > 0);
  const bucket = buckets[last];
  if (bucket === undefined) return [];
  return series.map((one, rank) => {
    const count = counts[last]?.[rank] ?? 0;
    const band = bands[last]?.[rank] ?? null;
    // A kind that the newest step lacks is named at the foot, not on top of the others.
    const middle = band === null || count === 0 ? 0 : scaleKind === "log" ? band[1] : (band[0] + band[1]) / 2;
    return {
      id: one.key,
      name: one.name,
      value: scaleKind === "count" ? formatCount(count) : formatPercent(count / bucket.received),
      detail: scaleKind === "count" || count === 0 ? "" : formatOf({ count, n: bucket.received }),
      colour: one.colour,
      at: fractionFromTop(middle, scale.domain, scaleKind === "log"),
    };
  });
}

/** How near a pointer must be to a line on the logarithmic axis, in decades. */
const nearDecades = 0.2;

/** The series whose band holds a value at a bucket; null in the empty part of the plot. */
export function seriesAt(model: FailuresModel, index: number, value: number): KindSeries | null {
  const bands = model.bands[index];
  if (bands === undefined) return null;
  if (model.scaleKind !== "log") {
    const rank = bands.findIndex((band) => band !== null && value >= band[0] && value < band[1]);
    return model.series[rank] ?? null;
  }
  let found: KindSeries | null = null;
  let best = nearDecades;
  for (const [rank, series] of model.series.entries()) {
    const band = bands[rank];
    if (band === null || band === undefined || value <= 0) continue;
    const distance = Math.abs(Math.log10(band[1] / value));
    if (distance >= best) continue;
    found = series;
    best = distance;
  }
  return found;
}
