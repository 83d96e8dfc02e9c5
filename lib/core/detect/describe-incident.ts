import { writePercent } from "../write-percent";
import type { Checkpoint } from "./checkpoint";
import type { Incident } from "./incident";
import { fateOf, wordsOfSeries } from "./incident-words";

function toPercent(rate: number | null): string {
  return rate === null ? "none" : writePercent(rate);
}

function toNumber(mean: number | null): string {
  return mean === null ? "nothing" : String(Number(mean.toPrecision(3)));
}

function describeChange(incident: Incident): string {
  const { series, before, during } = incident;
  const { share, kind } = wordsOfSeries(series, fateOf(incident));
  if ("mean" in during) {
    const earlier = before !== null && "mean" in before ? before.mean : null;
    return `${share} ${toNumber(during.mean)}, before ${toNumber(earlier)}`;
  }
  const earlier = before !== null && "rate" in before ? `, before ${toPercent(before.rate)}` : "";
  return `${toPercent(during.rate)} ${share}${kind === null ? "" : ` ${kind}`}${earlier}`;
}

/** An incident in a few words: how bad, since when, what, and what it was before. */
export function describeIncident(incident: Incident): string {
  const { severity, onset, end, environment, detector } = incident;
  const place = environment === null ? "" : ` in ${environment}`;
  const level = severity.charAt(0).toUpperCase() + severity.slice(1);
  const when = onset === null ? " in eval" : end === null ? ` since step ${onset}` : `, steps ${onset} to ${end}`;
  const from = detector === "level" && onset !== null ? `, bad from the start` : "";
  return `${level}${when}${place}${from}: ${describeChange(incident)}`;
}

/** The policy to go back to. */
export function describeCheckpoint(checkpoint: Checkpoint | null): string {
  return checkpoint === null
    ? "No clean checkpoint is known."
    : `Last clean checkpoint: ${checkpoint.name} (step ${checkpoint.step}).`;
}
