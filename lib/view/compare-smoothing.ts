/** Smoothed lines of compared runs, each by itself: never across a gap, nor across the edge of its own run's incidents. */
import type { ComparePoint, Comparison, Places } from "@/lib/core/compare/comparison";
import { type Rate, rateValue } from "@/lib/core/rate";
import type { RunIncident } from "@/lib/core/run-incident";
import { type IncidentSteps, type LinePoint, smoothLine } from "@/lib/core/smooth";
import { type CompareChartName, failuresOf } from "./compare-charts";
import { type RunMark, runMark } from "./compare-marks";
import { thinBelow } from "./reward-scale";
import { type Smoothing, toSmoothParts } from "./smoothing";
import type { Extent } from "./step-axis";

export interface SmoothedRun extends RunMark {
  readonly parts: ReturnType<typeof toSmoothParts>;
}

export type SmoothedRuns = Readonly<Record<CompareChartName, readonly SmoothedRun[]>>;

type Read = (point: ComparePoint) => Pick<LinePoint, "value" | "n">;

const ofRate =
  (read: (point: ComparePoint) => Rate, sign: 1 | -1 = 1): Read =>
  (point) => {
    const rate = read(point);
    const value = rateValue(rate);
    return { value: value === null ? null : sign * value, n: rate.n };
  };

/** Thin evidence is a dot and no point of the line, raw or smoothed. */
const ofEvidence: Read = ({ evidence: { mean, n } }) => ({ value: n < thinBelow ? null : mean, n });

const middle = ({ mid }: Extent) => [mid];
const ends = ({ start, end }: Extent) => [start, end];

/** null: nothing is smoothed. @param shown the places that the charts show; null: all. */
export function smoothRuns(
  { runs }: Pick<Comparison, "runs">,
  notes: readonly { readonly incidents: readonly Pick<RunIncident, "onset" | "end">[] }[],
  shown: Places | null,
  smoothing: Smoothing,
): SmoothedRuns | null {
  if (smoothing === 1) return null;
  const drawn = runs.map(({ points, origin }, index) => {
    const own = points.filter(({ from, to }) => shown === null || (to >= shown.from && from <= shown.to));
    const extents = own.map(({ from, to }, at): Extent => {
      return { start: from - 0.5, mid: (from + to) / 2, end: to + 0.5, joined: own[at - 1]?.to === from - 1 };
    });
    const incidents = (notes[index]?.incidents ?? []).flatMap(({ onset, end }): IncidentSteps[] => {
      if (onset === null || origin === null) return [];
      return [{ onset: onset - origin, end: end === null ? null : end - origin }];
    });
    return (read: Read, xs: (extent: Extent) => readonly number[]): SmoothedRun => {
      const line = own.map((point, at): LinePoint => {
        return { from: point.from, to: point.to, joined: extents[at]?.joined ?? false, ...read(point) };
      });
      return { ...runMark(index), parts: toSmoothParts(smoothLine(line, smoothing, incidents), extents, xs) };
    };
  });
  return {
    reward: drawn.map((draw) => draw(ofEvidence, middle)),
    lost: drawn.map((draw) => draw(ofRate(failuresOf), ends)),
    masked: drawn.flatMap((draw) => [
      draw(
        ofRate(({ masked }) => masked),
        ends,
      ),
      draw(
        ofRate(({ withoutResult }) => withoutResult, -1),
        ends,
      ),
    ]),
  };
}
