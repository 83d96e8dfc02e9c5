/** What lies over and behind the lines of compared runs: annotations, launches and incidents of each, at its place on the common axis. */
import type { ComparedRun } from "@/lib/core/compare/comparison";
import type { RunNotes } from "@/lib/core/compare/run-notes";
import type { ChartMark } from "./chart-marks";
import { runMark } from "./compare-marks";
import { nameRun } from "./compare-words";
import { type IncidentBand, toIncidentBands } from "./incident-bands";
import { toLaunchMark, toPlacedMark } from "./placed-mark";
import { layOutExtents, type StepAxis } from "./step-axis";

/** An incident of one of the runs, told apart by the run's colour and by a lane of its own. */
export interface RunBand extends IncidentBand {
  /** The run's place in the list. */
  readonly run: number;
  readonly incident: string;
  readonly colour: string;
}

/** An annotation, or a launch, of one of the runs. */
export interface RunChartMark extends ChartMark {
  readonly run: number;
  readonly colour: string;
}

/** Letters of a run's name before what was written of it: the colour tells the run as well. */
const mostLetters = 16;

function shorten(name: string): string {
  const letters = [...name];
  return letters.length <= mostLetters ? name : `${letters.slice(0, mostLetters - 1).join("")}…`;
}

/** Launches and annotations where their steps stand; those of a whole run, and of runs that are left out, have no place. */
export function toCompareMarks(
  axis: StepAxis,
  runs: readonly ComparedRun[],
  notes: readonly RunNotes[],
): readonly RunChartMark[] {
  return runs.flatMap((run, index) => {
    const { origin } = run;
    if (origin === null) return [];
    const name = shorten(nameRun(runs, run));
    const { annotations, launches } = notes[index] ?? { annotations: [], launches: [] };
    const starts = launches.map((launch) => {
      const { segment } = launch.segment;
      return toLaunchMark(
        launch,
        { id: `${index} segment ${segment}`, label: `${name}: ${segment}` },
        axis.domain,
        origin,
      );
    });
    const written = annotations.map((placed) => {
      const { id, text } = placed.annotation;
      return toPlacedMark(placed, { id: `${index} annotation ${id}`, label: `${name}: ${text}` }, axis.domain, origin);
    });
    return [...starts, ...written].flatMap((mark): RunChartMark[] =>
      mark === null ? [] : [{ ...mark, run: index, colour: runMark(index).colour }],
    );
  });
}

/** Incidents from onset to end; one that is open goes on to the last step of its own run. */
export function toCompareBands(
  axis: StepAxis,
  runs: readonly ComparedRun[],
  notes: readonly RunNotes[],
): readonly RunBand[] {
  return runs.flatMap((run, index) => {
    const { origin, points } = run;
    const last = points.at(-1);
    if (origin === null || last === undefined) return [];
    const end = last.to + origin;
    const own = layOutExtents([{ start: end - 0.5, mid: end, end: end + 0.5, joined: false }], 1, {
      from: axis.domain[0] + origin + 0.5,
      to: axis.domain[1] + origin - 0.5,
    });
    return toIncidentBands(own, [], notes[index]?.incidents ?? []).map((band): RunBand => {
      const name = nameRun(runs, run);
      return {
        ...band,
        id: `${index} ${band.id}`,
        incident: band.id,
        x: band.x - origin,
        xEnd: band.xEnd - origin,
        label: `${band.label} · ${name}`,
        title: `${name}: ${band.title}`,
        run: index,
        colour: runMark(index).colour,
      };
    });
  });
}
