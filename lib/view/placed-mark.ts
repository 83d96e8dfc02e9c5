import type { Launch } from "@/lib/core/launches";
import type { PlacedAnnotation } from "@/lib/core/placed-annotation";
import type { ChartMark } from "./chart-marks";

/** How a mark is named among those of its charts. */
interface MarkName {
  readonly id: string;
  readonly label: string;
}

/**
 * An annotation as a mark, on an axis of steps counted from an origin; null where it has no place there.
 *
 * @param domain the ends of the axis.
 */
export function toPlacedMark(
  { annotation, steps }: PlacedAnnotation,
  { id, label }: MarkName,
  domain: readonly [number, number],
  origin = 0,
): ChartMark | null {
  if (steps === null) return null;
  // A moment lies in a step, a step begins at its edge: as on the charts of one run.
  const x = steps.from - origin - (annotation.step === null ? 0 : 0.5);
  const xEnd = annotation.toStep === null ? null : steps.to - origin + 0.5;
  if ((xEnd ?? x) < domain[0] || x > domain[1]) return null;
  return { id, x, xEnd, label, kind: "annotation", annotation, segment: null };
}

/** The start of a launch as a mark on such an axis; null where it has no place there. */
export function toLaunchMark(
  { segment, step }: Launch,
  { id, label }: MarkName,
  domain: readonly [number, number],
  origin = 0,
): ChartMark | null {
  if (step === null) return null;
  const x = step - origin - 0.5;
  if (x < domain[0] || x > domain[1]) return null;
  return { id, x, xEnd: null, label, kind: "segment", annotation: null, segment };
}
