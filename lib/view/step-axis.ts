import type { StepBucket } from "@/lib/core/series";
import { formatCount } from "./format";
import { niceStep } from "./nice-scale";

export const axisKinds = ["step", "time"] as const;
export type AxisKind = (typeof axisKinds)[number];

/** The room that one bucket has on the x axis. */
export interface Extent {
  readonly start: number;
  readonly mid: number;
  readonly end: number;
  /** Whether it begins where the one before ends; otherwise there is a gap, which nothing may bridge. */
  readonly joined: boolean;
}

export interface StepAxis {
  readonly kind: AxisKind;
  readonly extents: readonly Extent[];
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

export interface StepRange {
  readonly from: number;
  readonly to: number;
}

/** A young run is drawn as if it had this many points, so that its first step is not as wide as the page. */
export const fewestPoints = 12;

/** Lays buckets out by step: each takes from half a step before its first to half a step after its last. */
export function layOutSteps(buckets: readonly StepBucket[], width: number, shown: StepRange | null): StepAxis {
  const extents = buckets.map((bucket, index): Extent => {
    const before = buckets[index - 1];
    return {
      start: bucket.from - 0.5,
      mid: (bucket.from + bucket.to) / 2,
      end: bucket.to + 0.5,
      joined: before !== undefined && before.to + 1 === bucket.from,
    };
  });
  return layOutExtents(extents, width, shown);
}

/** The axis of extents that are laid out already; its ends are those of what is shown, else of the extents. */
export function layOutExtents(extents: readonly Extent[], width: number, shown: StepRange | null): StepAxis {
  const domain = shown === null ? wholeDomain(extents, width) : ([shown.from - 0.5, shown.to + 0.5] as const);
  return { kind: "step", extents, domain, ticks: extents.length === 0 && shown === null ? [] : stepTicks(domain) };
}

function wholeDomain(extents: readonly Extent[], width: number): readonly [number, number] {
  const start = extents[0]?.start ?? 0.5;
  const end = extents[extents.length - 1]?.end ?? start;
  return [start, Math.max(end, start + fewestPoints * width)];
}

/** Whole steps only, the first one among them where it does not crowd the second. */
function stepTicks(domain: readonly [number, number]): number[] {
  const first = Math.ceil(domain[0]);
  const last = Math.floor(domain[1]);
  const step = Math.max(1, niceStep(last - first || 1, 8));
  const ticks: number[] = [];
  // Math.ceil of a half below 0 is -0, which would be written as such.
  for (let tick = Math.ceil(first / step) * step + 0; tick <= last; tick += step) ticks.push(tick);
  const second = ticks[0];
  if (second === undefined || second - first >= step * 0.5) ticks.unshift(first);
  return ticks;
}

/** A step that took this many times as long as the middle one was waited for: what lies before it is a gap. */
const longestInMedians = 6;

/**
 * Lays buckets out by the time they finished: each begins where the one before ended. When a rollout was heard of says
 * nothing here, because a run may be sent long after it happened.
 */
export function layOutTimes(buckets: readonly StepBucket[]): StepAxis {
  const ends = readEnds(buckets);
  const lengths = ends.slice(1).map((end, index) => end - (ends[index] ?? end));
  const median = [...lengths].sort((a, b) => a - b)[(lengths.length - 1) >> 1] ?? 60_000;
  const extents = ends.map((end, index): Extent => {
    const before = ends[index - 1];
    const adjacent = before !== undefined && (buckets[index - 1]?.to ?? 0) + 1 === buckets[index]?.from;
    const joined = adjacent && end - before <= Math.max(60_000, longestInMedians * median);
    const start = joined ? before : Math.max(before ?? Number.NEGATIVE_INFINITY, end - median);
    return { start, mid: (start + end) / 2, end, joined };
  });
  const start = extents[0]?.start ?? 0;
  const end = Math.max(extents[extents.length - 1]?.end ?? start, start + 60_000);
  return { kind: "time", extents, domain: [start, end], ticks: buckets.length === 0 ? [] : timeTicks(start, end) };
}

/** Whether steps lie apart in time. Rollouts without times of their own that were sent all at once do not. */
export function hasTimes(buckets: readonly StepBucket[]): boolean {
  const ends = readEnds(buckets);
  const apart = ends.filter((end, index) => index > 0 && end - (ends[index - 1] ?? end) >= 1000);
  return apart.length * 2 >= ends.length - 1;
}

/** Times never run backwards on an axis: a step that finished before the one before it ends with that one. */
function readEnds(buckets: readonly StepBucket[]): readonly number[] {
  let latest = Number.NEGATIVE_INFINITY;
  return buckets.map((bucket) => {
    latest = Math.max(latest, bucket.finishedAt ?? bucket.lastSeenAt ?? latest);
    return Number.isFinite(latest) ? latest : 0;
  });
}

const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400, 43_200].map(
  (minutes) => minutes * 60_000,
);

function timeTicks(start: number, end: number): number[] {
  const step = timeSteps.find((candidate) => (end - start) / candidate <= 7) ?? (end - start) / 6;
  const ticks: number[] = [];
  for (let tick = Math.ceil(start / step) * step; tick <= end; tick += step) ticks.push(tick);
  return ticks;
}

/** A label for a tick: the step, or the clock (with the day where the axis spans more than one). */
export function formatAxisTick(axis: StepAxis, tick: number, timeZone: string): string {
  if (axis.kind === "step") return formatCount(tick).replace("-", "−");
  const long = axis.domain[1] - axis.domain[0] > 20 * 3_600_000;
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    ...(long ? { day: "numeric", month: "short" } : {}),
  }).format(tick);
}

/** The bucket whose room holds x, else the nearest; null where there is none. */
export function nearestIndex(extents: readonly Extent[], x: number): number | null {
  if (extents.length === 0) return null;
  let low = 0;
  let high = extents.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((extents[middle]?.end ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  const before = extents[low - 1];
  const found = extents[low];
  const beforeIsNearer =
    before !== undefined && found !== undefined && x < found.start && x - before.end < found.start - x;
  return beforeIsNearer ? low - 1 : low;
}

/** The steps between two places on the axis, whole buckets; null where no bucket lies there. */
export function stepsBetween(axis: StepAxis, buckets: readonly StepBucket[], a: number, b: number): StepRange | null {
  const [low, high] = a < b ? [a, b] : [b, a];
  const inside = buckets.filter((_, index) => {
    const extent = axis.extents[index];
    return extent !== undefined && extent.end > low && extent.start < high;
  });
  const first = inside[0];
  const last = inside[inside.length - 1];
  return first === undefined || last === undefined ? null : { from: first.from, to: last.to };
}
