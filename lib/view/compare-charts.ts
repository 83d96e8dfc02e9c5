/** The charts of compared runs, decided: lines of all runs on one axis, gaps as gaps. */
import type { ComparedRun, ComparePoint, Comparison, Places, PointRate } from "@/lib/core/compare/comparison";
import { type Rate, rateValue, wilsonInterval } from "@/lib/core/rate";
import { type RunMark, runMark } from "./compare-marks";
import { nameRun } from "./compare-words";
import type { EndLabel } from "./end-labels";
import { formatCount, formatOf, formatPercent, formatReward } from "./format";
import { fractionFromTop, niceScale, type ValueScale } from "./nice-scale";
import { evidenceInterval, thinBelow } from "./reward-scale";
import { type Extent, layOutExtents, type StepAxis } from "./step-axis";

export const compareCharts = ["reward", "lost", "masked"] as const;
export type CompareChartName = (typeof compareCharts)[number];

/** What the chart of failures draws: the share of a kind, or of all that was lost. */
export function failuresOf({ ofKind, lost }: ComparePoint): PointRate {
  return ofKind ?? lost;
}

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly whisker: readonly [number, number] | null;
}

interface BandPart {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

/** What one run draws in one chart; a new part begins behind each gap. */
export interface RunLine extends RunMark {
  readonly index: number;
  readonly lines: readonly (readonly { readonly x: number; readonly y: number }[])[];
  readonly bands: readonly (readonly BandPart[])[];
  readonly dots: readonly Dot[];
}

export interface CompareChart {
  readonly lines: readonly RunLine[];
  readonly scale: ValueScale;
  readonly labels: readonly EndLabel[];
  /** What stands in an empty plot; null where there is something to see. */
  readonly emptyText: string | null;
}

export interface CompareChartsModel {
  readonly axis: StepAxis;
  /** What each extent of the axis holds of each run; null: nothing. */
  readonly rows: readonly (Places & { readonly points: readonly (ComparePoint | null)[] })[];
  readonly charts: Readonly<Record<CompareChartName, CompareChart>>;
}

/** Bands of more runs than this would be mud. */
const mostBands = 3;

type Told = Pick<Comparison, "runs" | "width" | "inPercent">;

function gatherRows({ runs, width }: Told, shown: Places | null): CompareChartsModel["rows"] {
  const rows = new Map<number, { from: number; to: number; points: (ComparePoint | null)[] }>();
  runs.forEach((run, index) => {
    for (const point of run.points) {
      if (shown !== null && (point.to < shown.from || point.from > shown.to)) continue;
      const key = Math.floor(point.from / width);
      const row = rows.get(key) ?? { from: point.from, to: point.to, points: runs.map(() => null) };
      row.from = Math.min(row.from, point.from);
      row.to = Math.max(row.to, point.to);
      row.points[index] = point;
      rows.set(key, row);
    }
  });
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}

/** The points of a run with a value, parted where steps are missing or have none. */
function splitParts<Value>(
  points: readonly ComparePoint[],
  read: (point: ComparePoint) => Value | null,
): { readonly point: ComparePoint; readonly value: Value }[][] {
  const parts: { point: ComparePoint; value: Value }[][] = [];
  let last: ComparePoint | null = null;
  for (const point of points) {
    const value = read(point);
    if (value === null) {
      last = null;
      continue;
    }
    const isNext = last !== null && last.to + 1 === point.from;
    if (!isNext) parts.push([]);
    parts.at(-1)?.push({ point, value });
    last = point;
  }
  return parts;
}

const middle = ({ from, to }: Places) => (from + to) / 2;

function drawReward(run: ComparedRun, index: number, inPercent: boolean, withBand: boolean): RunLine {
  const thick = (point: ComparePoint) => (point.evidence.n >= thinBelow ? point.evidence.mean : null);
  const interval = (point: ComparePoint) => evidenceInterval({ ...point.evidence, p10: null, p90: null }, inPercent);
  const parts = splitParts(run.points, thick);
  const alone = new Set(parts.flatMap((part) => (part.length === 1 && part[0] !== undefined ? [part[0].point] : [])));
  const dots = run.points.flatMap((point): Dot[] => {
    const { n, mean } = point.evidence;
    const isDot = mean !== null && (n < thinBelow || alone.has(point));
    return isDot ? [{ x: middle(point), y: mean, whisker: interval(point) }] : [];
  });
  const bands = withBand
    ? splitParts(run.points, (point) => (thick(point) === null ? null : interval(point))).map((part) =>
        part.map(({ point, value: [low, high] }) => ({ x: middle(point), low, high })),
      )
    : [];
  const lines = parts.map((part) => part.map(({ point, value }) => ({ x: middle(point), y: value })));
  return { ...runMark(index), index, lines, bands, dots };
}

type ReadRate = (point: ComparePoint) => Rate & { readonly low?: number | null; readonly high?: number | null };

/** A share holds over the whole of its steps: lines are stepped. */
function drawShare(run: ComparedRun, index: number, read: ReadRate, withBand: boolean, sign: 1 | -1 = 1): RunLine {
  const ends = ({ from, to }: Places) => [from - 0.5, to + 0.5];
  const lines = splitParts(run.points, (point) => rateValue(read(point))).map((part) =>
    part.flatMap(({ point, value }) => ends(point).map((x) => ({ x, y: sign * value }))),
  );
  const bands = withBand
    ? splitParts(run.points, (point) => rangeOf(point, read)).map((part) =>
        part.flatMap(({ point, value: [low, high] }) => ends(point).map((x) => ({ x, low, high }))),
      )
    : [];
  return { ...runMark(index), index, lines, bands, dots: [] };
}

/** Of one step its Wilson interval, of several the range over single ones. */
function rangeOf(point: ComparePoint, read: ReadRate): readonly [number, number] | null {
  const { low, high, ...rate } = read(point);
  if (point.steps === 1) return wilsonInterval(rate);
  return low == null || high == null ? null : [low, high];
}

function valuesOf(lines: readonly RunLine[]): number[] {
  return lines.flatMap(({ lines: parts, bands, dots }) => [
    ...parts.flat().map(({ y }) => y),
    ...bands.flat().flatMap(({ low, high }) => [low, high]),
    ...dots.flatMap(({ y, whisker }) => [y, ...(whisker ?? [])]),
  ]);
}

function fitScale(lines: readonly RunLine[], inPercent: boolean, least: number): ValueScale {
  let low = inPercent ? 0 : Number.POSITIVE_INFINITY;
  let high = inPercent ? least : Number.NEGATIVE_INFINITY;
  for (const value of valuesOf(lines)) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return niceScale(0, 1, 2);
  return niceScale(low, inPercent ? Math.min(1, high) : high);
}

interface Ending {
  readonly value: number;
  readonly text: string;
  readonly detail: string;
}

function endLabels(
  runs: readonly ComparedRun[],
  scale: ValueScale,
  read: (point: ComparePoint) => Ending | null,
  shown: (point: ComparePoint) => boolean,
): EndLabel[] {
  return runs.flatMap((run, index): EndLabel[] => {
    const last = run.points.findLast((point) => shown(point) && read(point) !== null);
    const ending = last === undefined ? null : read(last);
    if (ending === null) return [];
    return [
      {
        id: String(index),
        name: nameRun(runs, run),
        value: ending.text,
        detail: ending.detail,
        colour: runMark(index).colour,
        at: fractionFromTop(ending.value, scale.domain),
      },
    ];
  });
}

function endRate(read: (point: ComparePoint) => Rate) {
  return (point: ComparePoint): Ending | null => {
    const rate = read(point);
    const value = rateValue(rate);
    return value === null ? null : { value, text: formatPercent(value), detail: formatOf(rate) };
  };
}

function layOut({ width }: Told, rows: CompareChartsModel["rows"], shown: Places | null): StepAxis {
  const extents = rows.map((row, index): Extent => {
    const before = rows[index - 1];
    return {
      start: row.from - 0.5,
      mid: middle(row),
      end: row.to + 0.5,
      joined: before !== undefined && before.to + 1 === row.from,
    };
  });
  return layOutExtents(extents, width, shown);
}

/** @param shown the places that the charts show; null: all. */
export function toCompareCharts(told: Told, shown: Places | null): CompareChartsModel {
  const { runs, inPercent } = told;
  const rows = gatherRows(told, shown);
  const isShown = (point: ComparePoint) => shown === null || (point.to >= shown.from && point.from <= shown.to);
  const drawn = runs.map((run) => ({ ...run, points: run.points.filter(isShown) }));
  const withBand = runs.filter(({ points }) => points.length > 0).length <= mostBands;
  const each = (draw: (run: ComparedRun, index: number) => RunLine[]) => drawn.flatMap(draw);
  const none = rows.length === 0 ? "No steps here" : null;

  const reward = each((run, index) => [drawReward(run, index, inPercent, withBand)]);
  const rewardScale = fitScale(reward, inPercent, 0.01);
  const hasReward = drawn.some(({ points }) => points.some(({ evidence }) => evidence.mean !== null));

  const lost = each((run, index) => [drawShare(run, index, failuresOf, withBand)]);
  const lostScale = fitScale(lost, true, 0.1);

  const masked = each((run, index) => [
    drawShare(run, index, (point) => point.masked, withBand),
    ...(run.points.some(({ withoutResult }) => withoutResult.count > 0)
      ? [drawShare(run, index, (point) => point.withoutResult, false, -1)]
      : []),
  ]);
  const maskedScale = fitScale(masked, true, 0.1);

  return {
    axis: layOut(told, rows, shown),
    rows,
    charts: {
      reward: {
        lines: reward,
        scale: rewardScale,
        labels: endLabels(
          runs,
          rewardScale,
          ({ evidence: { mean, n } }) =>
            mean === null
              ? null
              : {
                  value: mean,
                  text: formatReward(mean, inPercent),
                  detail: `n ${formatCount(n)}${n < thinBelow ? ", thin" : ""}`,
                },
          isShown,
        ),
        emptyText: none ?? (hasReward ? null : "No evidence in these steps"),
      },
      lost: {
        lines: lost,
        scale: lostScale,
        labels: endLabels(runs, lostScale, endRate(failuresOf), isShown),
        emptyText: none,
      },
      masked: {
        lines: masked,
        scale: maskedScale,
        labels: endLabels(
          runs,
          maskedScale,
          endRate((point) => point.masked),
          isShown,
        ),
        emptyText: none,
      },
    },
  };
}

/** The run whose line is nearest to a value at one place of the axis; null where there is none. */
export function nearestRun(
  model: CompareChartsModel,
  chart: CompareChartName,
  row: number,
  value: number,
): number | null {
  let nearest: { readonly index: number; readonly away: number } | null = null;
  for (const [index, point] of (model.rows[row]?.points ?? []).entries()) {
    const y = point === null ? null : readValue(point, chart);
    if (y === null) continue;
    const away = Math.abs(y - value);
    if (nearest === null || away < nearest.away) nearest = { index, away };
  }
  return nearest?.index ?? null;
}

function readValue(point: ComparePoint, chart: CompareChartName): number | null {
  return chart === "reward" ? point.evidence.mean : rateValue(point[chart]);
}
