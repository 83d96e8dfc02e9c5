/** Incidents as the charts show them: shaded from onset to end, with a label at the onset. */
import { describeIncident } from "@/lib/core/detect/describe-incident";
import { wordsOfSeries } from "@/lib/core/detect/incident-words";
import type { Severity } from "@/lib/core/detect/severity";
import { displayFailureKind } from "@/lib/core/failure-kind";
import type { RunIncident } from "@/lib/core/run-incident";
import type { StepBucket } from "@/lib/core/series";
import { placeEnd, placeStep } from "./chart-marks";
import { visibleText } from "./format";
import { stepsOfIncident } from "./incident-links";
import type { Extent, StepAxis, StepRange } from "./step-axis";

export interface IncidentBand {
  readonly id: string;
  /** Places on the axis; an open one goes on to the end of what is drawn. */
  readonly x: number;
  readonly xEnd: number;
  readonly severity: Severity;
  /** How it stands: `expected` and `rolled_back` are drawn fainter. */
  readonly standing: "open" | "ended" | "rolled_back" | "expected";
  /** `critical · session_lost`. */
  readonly label: string;
  /** The whole of it, for a pointer that rests on it. */
  readonly title: string;
  readonly steps: StepRange;
  /** Of the run that it belongs to, where charts show several; a CSS value. Absent: that of its severity. */
  readonly colour?: string;
}

const standingWords = { open: null, ended: null, rolled_back: "rolled back", expected: "expected" } as const;

function toStanding({ state, isExpected }: RunIncident): IncidentBand["standing"] {
  return isExpected ? "expected" : state;
}

/** `major · 2 kinds of words`: how bad, or what became of it, and the series. */
function toLabel(incident: RunIncident): string {
  const { name, kind } = wordsOfSeries(incident.series);
  const shown = kind === null ? name : displayFailureKind(kind);
  const place = incident.environment === null ? "" : ` in ${incident.environment}`;
  return visibleText(`${standingWords[toStanding(incident)] ?? incident.severity} · ${shown}${place}`);
}

function toTitle(incident: RunIncident): string {
  const word = standingWords[toStanding(incident)];
  return visibleText(`${describeIncident(incident)}${word === null ? "" : ` (${word})`}.`);
}

const drawnFirst: readonly Severity[] = ["minor", "major", "critical"];

/** The incidents that lie on an axis, worst drawn last. */
export function toIncidentBands(
  axis: StepAxis,
  buckets: readonly StepBucket[],
  incidents: readonly RunIncident[],
): IncidentBand[] {
  const end = axis.extents.at(-1)?.end ?? null;
  const bands = incidents.flatMap((incident): IncidentBand[] => {
    const steps = stepsOfIncident(incident);
    // By wall time, steps that ran again lie where they ran last, which is not where they were lost.
    if (steps === null || end === null || (axis.kind === "time" && incident.state === "rolled_back")) return [];
    const x = placeStep(axis, buckets, steps.from);
    const xEnd = incident.state === "open" ? end : placeEnd(axis, buckets, steps.to);
    if (x === null || xEnd === null || xEnd <= axis.domain[0] || x >= axis.domain[1]) return [];
    return [
      {
        id: incident.id,
        x,
        xEnd: Math.max(x, xEnd),
        severity: incident.severity,
        standing: toStanding(incident),
        label: toLabel(incident),
        title: toTitle(incident),
        steps,
      },
    ];
  });
  return bands.sort((a, b) => drawnFirst.indexOf(a.severity) - drawnFirst.indexOf(b.severity) || a.x - b.x);
}

/** What is told of the incidents that cover the room of one bucket. */
export function incidentsAt(bands: readonly IncidentBand[], extent: Extent): readonly string[] {
  return bands.filter(({ x, xEnd }) => x < extent.end && xEnd > extent.start).map(({ title }) => title);
}

/** A label's place over a plot, in pixels from its left edge. */
export interface BandLabel {
  readonly band: IncidentBand;
  readonly left: number;
  readonly width: number;
  /** The side of its room that it stands on: the one its onset is at, since few labels are as wide as their room. */
  readonly side: "start" | "end";
  /** Lines down from the top. */
  readonly lane: number;
  /** It begins before what is shown. */
  readonly goesBack: boolean;
}

export interface BandLabels {
  readonly labels: readonly BandLabel[];
  /** Those for which there is no room. */
  readonly hidden: readonly IncidentBand[];
  readonly lanes: number;
}

const letterWidth = 5.8;
const labelPadding = 10;
const widestLabel = 200;
const labelGap = 4;
const nearlyFits = 0.8;
const mostLanes = 4;

/** A label begins at its onset; where that runs over the edge it is moved in a little, or else ends there. */
function placeLabel(onset: number, size: number, width: number): number {
  const over = onset + size - width;
  if (over <= 0) return onset;
  return over > size / 2 && onset >= size ? onset - size : Math.max(0, width - size);
}

/**
 * Labels at their onsets, in as few lines as none overlaps another.
 *
 * @param width pixels that the axis has.
 */
export function placeBandLabels(
  bands: readonly IncidentBand[],
  domain: readonly [number, number],
  width: number,
): BandLabels {
  const labels: BandLabel[] = [];
  const hidden: IncidentBand[] = [];
  const free: number[] = [];
  for (const band of bands.toSorted((a, b) => a.x - b.x)) {
    const goesBack = band.x < domain[0];
    const text = band.label.length + (goesBack ? 2 : 0);
    const wanted = Math.min(widestLabel, width, Math.ceil(text * letterWidth) + labelPadding);
    const onset = ((Math.max(band.x, domain[0]) - domain[0]) / (domain[1] - domain[0])) * width;
    // Most labels are narrower than their letters were taken to be: one that nearly fits stays at its onset.
    const room = width - onset;
    const size = room < wanted && room >= wanted * nearlyFits ? room : wanted;
    const left = placeLabel(onset, size, width);
    const found = free.findIndex((from) => from <= left);
    const lane = found >= 0 ? found : free.length;
    if (lane >= mostLanes) {
      hidden.push(band);
      continue;
    }
    free[lane] = left + size + labelGap;
    const side = left + size <= onset ? "end" : "start";
    labels.push({ band, left, width: size, side, lane, goesBack });
  }
  return { labels, hidden, lanes: free.length };
}
