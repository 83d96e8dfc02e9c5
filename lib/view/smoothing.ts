/** Smoothed lines of a run's charts: which are, and over how much. */
import type { RunIncident } from "@/lib/core/run-incident";
import { maskedFraction, type StepBucket } from "@/lib/core/series";
import { type IncidentSteps, type LinePoint, type SmoothPoint, smoothLine } from "@/lib/core/smooth";
import { formatCount } from "./format";
import { thinBelow } from "./reward-scale";
import type { Extent, StepAxis } from "./step-axis";

/** Points that a reader can have a line smoothed over; 1: not at all. */
export const smoothings = [1, 5, 15, 45] as const;
export type Smoothing = (typeof smoothings)[number];

/** What an address or a menu says; 1 where it says nothing of the sort. */
export function parseSmoothing(text: string | null | undefined): Smoothing {
  return smoothings.find((points) => String(points) === text) ?? 1;
}

/** The same as choices of a menu. */
export const smoothingOptions = smoothings.map((points) => {
  return { value: String(points), label: points === 1 ? "off" : `${points} points` };
});

const smoothedLines = ["evidence", "as_scored", "trained", "masked", "touched", "no_signal", "shift"] as const;
type SmoothedName = (typeof smoothedLines)[number];

/** Each line's points, one a bucket. */
export type Smoothed = Readonly<Record<SmoothedName, readonly SmoothPoint[]>>;

/** null: nothing is smoothed. @param incidents those that the charts shade. */
export function smoothBuckets(
  axis: StepAxis,
  buckets: readonly StepBucket[],
  smoothing: Smoothing,
  incidents: readonly Pick<RunIncident, "onset" | "end">[],
): Smoothed | null {
  if (smoothing === 1) return null;
  const edged = incidents.flatMap(({ onset, end }): IncidentSteps[] => (onset === null ? [] : [{ onset, end }]));
  const smooth = (read: (bucket: StepBucket) => Pick<LinePoint, "value" | "n">) => {
    const points = buckets.map((bucket, index): LinePoint => {
      const { from, to } = bucket;
      return { from, to, joined: axis.extents[index]?.joined ?? false, ...read(bucket) };
    });
    return smoothLine(points, smoothing, edged);
  };
  const ofGroups = (read: (learning: StepBucket["learning"]) => number) =>
    smooth(({ learning }) => ({
      value: learning.groups === 0 ? null : read(learning) / learning.groups,
      n: learning.groups,
    }));
  return {
    // Thin evidence is a dot and no point of the line, raw or smoothed.
    evidence: smooth(({ evidence: { mean, n } }) => ({ value: n < thinBelow ? null : mean, n })),
    as_scored: smooth(({ asScored: { mean, n } }) => ({ value: mean, n })),
    trained: smooth(({ trained: { mean, n } }) => ({ value: mean, n })),
    masked: smooth((bucket) => {
      const { count, n } = maskedFraction(bucket);
      return { value: n === 0 ? null : count / n, n };
    }),
    touched: ofGroups(({ touched }) => touched),
    no_signal: ofGroups(({ noSignal }) => noSignal),
    // A mean over the rollouts that are evidence.
    shift: smooth(({ learning: { advantageShift }, evidence: { n } }) => ({ value: advantageShift, n })),
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A smoothed line as a chart draws it: a new part wherever a stretch begins. @param xs where a bucket's value stands. */
export function toSmoothParts(
  line: readonly SmoothPoint[],
  extents: readonly Extent[],
  xs: (extent: Extent) => readonly number[],
): readonly (readonly Place[])[] {
  const parts: Place[][] = [];
  line.forEach(({ value, begins }, index) => {
    const extent = extents[index];
    if (value === null || extent === undefined) return;
    if (begins) parts.push([]);
    parts.at(-1)?.push(...xs(extent).map((x) => ({ x, y: value })));
  });
  return parts;
}

/** Over how much, for a chart's heading; null where nothing is smoothed. @param width steps of a point. */
export function nameSmoothing(smoothing: Smoothing, width: number): string | null {
  if (smoothing === 1) return null;
  return `smoothed over ${formatCount(smoothing * width)} steps`;
}
