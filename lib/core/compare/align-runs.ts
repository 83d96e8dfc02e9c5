import { rankSeverity } from "../detect/severity";
import type { RunIncident } from "../run-incident";
import type { StepSummary } from "../step-summary";
import type { CompareIncident, CompareRequest, Places, ReadRun } from "./comparison";

/** A run's place on the common axis. */
export interface AlignedRun {
  readonly read: ReadRun;
  readonly incident: CompareIncident | null;
  readonly origin: number | null;
  /** Its own steps, none of them without a number. */
  readonly steps: readonly (StepSummary & { readonly step: number })[];
  /** Its first and last place; null: it has none. */
  readonly places: Places | null;
}

function hasStep(summary: StepSummary): summary is StepSummary & { readonly step: number } {
  return summary.step !== null;
}

/** The incident that a run is aligned by: the worst, and of equals the earliest. */
function chooseIncident(incidents: readonly RunIncident[]): CompareIncident | null {
  let chosen: CompareIncident | null = null;
  for (const { id, series, onset, severity, state, isExpected, split } of incidents) {
    if (onset === null || isExpected || state === "rolled_back" || split !== "train") continue;
    const worse = chosen === null ? 1 : rankSeverity(severity) - rankSeverity(chosen.severity);
    if (worse > 0 || (worse === 0 && onset < (chosen?.onset ?? 0))) chosen = { id, series, onset, severity };
  }
  return chosen;
}

export function alignRun(read: ReadRun, { alignment, at }: Pick<CompareRequest, "alignment" | "at">): AlignedRun {
  const incident = chooseIncident(read.incidents);
  const origin = alignment === "step" ? 0 : (incident?.onset ?? at);
  const steps = read.steps.filter(hasStep);
  const [first, last] = [steps[0], steps.at(-1)];
  const places =
    origin === null || first === undefined || last === undefined
      ? null
      : { from: first.step - origin, to: last.step - origin };
  return { read, incident, origin, steps, places };
}

/** From the first place of any to the last; null where there is none. */
export function spanOf(all: readonly (Places | null)[]): Places | null {
  const places = all.filter((one) => one !== null);
  if (places.length === 0) return null;
  return {
    from: places.reduce((first, { from }) => Math.min(first, from), Number.POSITIVE_INFINITY),
    to: places.reduce((last, { to }) => Math.max(last, to), Number.NEGATIVE_INFINITY),
  };
}

/** The places that all have; null where there are none. */
function commonOf(all: readonly (Places | null)[]): Places | null {
  const places = all.filter((one) => one !== null);
  if (places.length === 0) return null;
  const from = places.reduce((latest, one) => Math.max(latest, one.from), Number.NEGATIVE_INFINITY);
  const to = places.reduce((earliest, one) => Math.min(earliest, one.to), Number.POSITIVE_INFINITY);
  return from > to ? null : { from, to };
}

/** The places that are counted. `after` without an incident in any run, or beyond what is common, is nothing. */
export function chooseRange(runs: readonly AlignedRun[], range: CompareRequest["range"]): Places | null {
  if (typeof range !== "string") return range;
  const places = runs.map((run) => run.places);
  if (range === "whole") return spanOf(places);
  const common = commonOf(places);
  if (range === "common" || common === null) return common;
  const onsets = runs.flatMap(({ incident, origin }) =>
    incident === null || origin === null ? [] : [incident.onset - origin],
  );
  if (onsets.length === 0) return null;
  const from = Math.max(common.from, Math.min(...onsets));
  return from > common.to ? null : { from, to: common.to };
}
