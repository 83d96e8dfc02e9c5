/** The numbers of all runs at one place, for the crosshair and for the tables behind the charts. */
import type { ComparedRun, ComparePoint, Comparison, Places } from "@/lib/core/compare/comparison";
import { rateValue } from "@/lib/core/rate";
import { type CompareChartName, failuresOf } from "./compare-charts";
import { runMark } from "./compare-marks";
import { nameRun } from "./compare-words";
import { formatCount, formatOf, formatPercent, formatReward, formatShare } from "./format";
import { evidenceInterval, thinBelow } from "./reward-scale";
import type { Counted } from "./run-links";

/** A place on the axis in words: `Step 61`, `Steps 60–69`, `+3`, `−10 to −6`. */
export function namePlace({ alignment }: Pick<Comparison, "alignment">, { from, to }: Places): string {
  const write = (place: number) =>
    alignment === "step" ? formatCount(place) : place < 0 ? `−${formatCount(-place)}` : `+${formatCount(place)}`;
  if (from === to) return write(from);
  return alignment === "step" ? `${write(from)}–${write(to)}` : `${write(from)} to ${write(to)}`;
}

function writeReward({ evidence }: ComparePoint, inPercent: boolean): string {
  const { mean, n } = evidence;
  if (mean === null) return "– · n 0";
  const interval = evidenceInterval({ ...evidence, p10: null, p90: null }, inPercent);
  const ends = interval?.map((end) => formatReward(end, inPercent).replace("%", "")).join("–");
  return `${formatReward(mean, inPercent)}${ends === undefined ? "" : ` (${ends})`} · n ${formatCount(n)}${n < thinBelow ? ", thin" : ""}`;
}

/** What a run has in one chart at one place. */
export function writePoint(chart: CompareChartName, point: ComparePoint | null, inPercent: boolean): string {
  if (point === null) return "";
  if (chart === "reward") return writeReward(point, inPercent);
  if (chart === "lost") return formatShare(failuresOf(point));
  const { count } = point.withoutResult;
  return `${formatShare(point.masked)}${count === 0 ? "" : `; ${formatOf(point.withoutResult)} without a result`}`;
}

/** The rollouts behind it, in the run's own steps. @param kind the failure kind that is drawn; null: all that was lost. */
export function countPoint(chart: CompareChartName, point: Places, origin: number, kind: string | null): Counted {
  const steps = { from: point.from + origin, to: point.to + origin };
  if (chart === "reward") return { steps, outcome: "scored" };
  if (chart === "masked") return { steps, outcome: "masked" };
  return kind === null ? { steps } : { steps, kind };
}

export interface CompareReadoutRow {
  readonly name: string;
  readonly colour: string;
  readonly dash: string;
  readonly reward: string;
  readonly lost: string;
  readonly masked: string;
}

/** Runs without anything there are left out. */
export function toCompareReadout(
  runs: readonly ComparedRun[],
  points: readonly (ComparePoint | null)[],
  inPercent: boolean,
): readonly CompareReadoutRow[] {
  return runs.flatMap((run, index): CompareReadoutRow[] => {
    const point = points[index] ?? null;
    if (point === null) return [];
    const lost = rateValue(failuresOf(point));
    const masked = rateValue(point.masked);
    return [
      {
        ...runMark(index),
        name: nameRun(runs, run),
        reward: point.evidence.mean === null ? "–" : formatReward(point.evidence.mean, inPercent),
        lost: lost === null ? "–" : formatPercent(lost),
        masked: masked === null ? "–" : formatPercent(masked),
      },
    ];
  });
}

/** The same as one sentence, for a reader who hears the page. */
export function speakReadout(
  place: string,
  rows: readonly CompareReadoutRow[],
  kind: string | null,
  notes: readonly string[] = [],
): string {
  const told = rows.map(({ name, reward, lost, masked }) => {
    return `${name}: evidence ${reward}, ${kind ?? "lost"} ${lost}, masked ${masked}`;
  });
  return [`${place}. ${told.join("; ")}.`, ...notes].join(" ");
}
