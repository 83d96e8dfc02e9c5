/** An issue's rate along one run, as a chart draws it. */
import type { IssueSeries } from "@/lib/core/issues/issue";
import { formatCount, formatPercent } from "./format";
import { niceScale, niceStep, type ValueScale } from "./nice-scale";
import type { SparkPoint } from "./sparkline";
import type { Extent } from "./step-axis";
import { type ChartRow, toStepRows } from "./step-rows";

/** A young run is drawn as if it had this many points. */
const fewestPoints = 12;

export interface IssueChartModel {
  readonly rows: readonly ChartRow[];
  readonly extents: readonly Extent[];
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly scale: ValueScale;
  /** What each point says, in words. */
  readonly readouts: readonly string[];
  readonly peak: number;
}

/** @param top the largest rate of all charts that stand together; null: its own. */
export function toIssueChart({ points, width }: IssueSeries, top: number | null = null): IssueChartModel {
  const extents = points.map(({ from, to }, index): Extent => {
    const before = points[index - 1];
    return {
      start: from - 0.5,
      mid: (from + to) / 2,
      end: to + 0.5,
      joined: before !== undefined && before.to + 1 === from,
    };
  });
  const cells = points.map(({ count, n, max }) => ({
    rate: [0, count / n] as const,
    max: width === 1 ? null : ([count / n, max] as const),
  }));
  const peak = Math.max(0, ...points.map(({ max }) => max));
  const start = extents[0]?.start ?? -0.5;
  const end = Math.max(extents.at(-1)?.end ?? start, start + fewestPoints * width);
  const step = Math.max(1, niceStep(end - start, 6));
  const ticks: number[] = [];
  for (let tick = Math.ceil(start / step) * step; tick <= end; tick += step) ticks.push(tick);
  return {
    rows: toStepRows(extents, cells, ["rate", "max"]),
    extents,
    domain: [start, end],
    ticks,
    scale: niceScale(0, Math.max(top ?? peak, 0.01), 2),
    readouts: points.map(({ from, to, count, n, max }) => {
      const where = from === to ? `step ${formatCount(from)}` : `steps ${formatCount(from)} to ${formatCount(to)}`;
      const most = width === 1 ? "" : `, at most ${formatPercent(max)} in one step`;
      return `${where}: ${formatPercent(count / n)} (${formatCount(count)} of ${formatCount(n)})${most}`;
    }),
    peak,
  };
}

/** The same as a sparkline's points: the worst step of each bucket, so that one bad step shows. */
export function toTrendPoints(series: IssueSeries): readonly SparkPoint[] {
  return series.points.map(({ from, max }) => [from, max]);
}

export function peakOf(series: IssueSeries): number {
  return Math.max(0, ...series.points.map(({ max }) => max));
}
