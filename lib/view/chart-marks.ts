import type { Annotation } from "@/lib/core/annotation";
import { listLaunches } from "@/lib/core/launches";
import { isOpenAt } from "@/lib/core/placed-annotation";
import type { Segment } from "@/lib/core/run";
import type { StepBucket } from "@/lib/core/series";
import { formatCount } from "./format";
import type { Extent, StepAxis } from "./step-axis";

/** A vertical line through all charts, or a band where it covers a range of steps, with its label at the top. */
export interface ChartMark {
  readonly id: string;
  readonly x: number;
  /** Where the range ends; null: a line. */
  readonly xEnd: number | null;
  readonly label: string;
  readonly kind: "segment" | "annotation";
  /** What it stands for: one of the two. */
  readonly annotation: Annotation | null;
  readonly segment: Segment | null;
  /** Of what it belongs to, where charts show several; a CSS value. Absent: that of its kind. */
  readonly colour?: string;
}

/** Starts of segments after the first, and annotations, where they fall on the axis. */
export function toChartMarks(
  axis: StepAxis,
  buckets: readonly StepBucket[],
  segments: readonly Segment[],
  annotations: readonly Annotation[],
): ChartMark[] {
  const starts = listLaunches(segments).flatMap(({ segment, step }): ChartMark[] => {
    const x = step === null ? null : placeStep(axis, buckets, step);
    const id = `segment ${segment.segment}`;
    const mark = { id, xEnd: null, label: segment.segment, kind: "segment", annotation: null, segment } as const;
    return x === null ? [] : [{ ...mark, x }];
  });
  const notes = annotations.flatMap((annotation): ChartMark[] => {
    const x =
      annotation.step !== null
        ? placeStep(axis, buckets, annotation.step)
        : annotation.at !== null
          ? placeTime(axis, buckets, annotation.at)
          : null;
    const id = `annotation ${annotation.id}`;
    const xEnd = annotation.toStep === null ? null : placeEnd(axis, buckets, annotation.toStep);
    const mark = { id, xEnd, label: annotation.text, kind: "annotation", annotation, segment: null } as const;
    return x === null ? [] : [{ ...mark, x }];
  });
  return [...starts, ...notes].filter((mark) => (mark.xEnd ?? mark.x) >= axis.domain[0] && mark.x <= axis.domain[1]);
}

/** Texts of the annotations that lie on, or cover, the room of one bucket. */
export function notesAt(marks: readonly ChartMark[], extent: Extent): readonly string[] {
  return marks
    .filter(({ kind, x, xEnd }) => {
      return kind === "annotation" && x < extent.end && (xEnd === null ? x >= extent.start : xEnd > extent.start);
    })
    .map((mark) => mark.label);
}

/** Where a step begins on an axis; null behind its last bucket. */
export function placeStep(axis: StepAxis, buckets: readonly StepBucket[], step: number): number | null {
  if (axis.kind === "step") return step - 0.5;
  const index = buckets.findIndex((bucket) => bucket.to >= step);
  return axis.extents[index]?.start ?? null;
}

/** Where a step ends on an axis; null before its first bucket. */
export function placeEnd(axis: StepAxis, buckets: readonly StepBucket[], step: number): number | null {
  if (axis.kind === "step") return step + 0.5;
  const index = buckets.findLastIndex((bucket) => bucket.from <= step);
  return axis.extents[index]?.end ?? null;
}

function placeTime(axis: StepAxis, buckets: readonly StepBucket[], at: number): number | null {
  if (axis.kind === "time") return at;
  const index = buckets.findIndex((bucket) => isOpenAt(bucket, at));
  return axis.extents[index]?.mid ?? null;
}

/** The steps of a bucket in words: `Step 38`, `Steps 380–389`. */
export function nameSteps(range: { readonly from: number; readonly to: number }): string {
  const [from, to] = [formatCount(range.from), formatCount(range.to)];
  return range.from === range.to ? `Step ${from}` : `Steps ${from}–${to}`;
}
