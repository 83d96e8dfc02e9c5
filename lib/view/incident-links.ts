import { kindOfSeries } from "@/lib/core/detect/rate-series";
import type { IncidentHeadline, RunIncident } from "@/lib/core/run-incident";
import { type Counted, differenceHref } from "./run-links";
import type { StepRange } from "./step-axis";

/** The steps that an incident covers so far; null: eval rollouts outside any step. */
export function stepsOfIncident({ onset, lastStep }: Pick<RunIncident, "onset" | "lastStep">): StepRange | null {
  return onset === null ? null : { from: onset, to: Math.max(onset, lastStep ?? onset) };
}

/** Steps on either side of an incident that its picture needs to be read. */
const leastAround = 10;

/** The steps to show an incident in: what was before it, as much as it is long itself, and what came after. */
export function stepsAround(
  incident: Pick<RunIncident, "onset" | "lastStep">,
  whole: { readonly firstStep: number | null; readonly lastStep: number | null },
): StepRange | null {
  const steps = stepsOfIncident(incident);
  if (steps === null) return null;
  const around = Math.max(leastAround, steps.to - steps.from + 1);
  const from = Math.max(whole.firstStep ?? 0, steps.from - around);
  return { from, to: Math.max(steps.to, Math.min(whole.lastStep ?? steps.to, steps.to + around)) };
}

/** Where on the page an incident is told in full. */
export function incidentAnchor(id: string): string {
  return `incident-${id}`;
}

/** All the rollouts of an incident's steps, in its own place: what its numbers are shares of. */
export function countAllOf(incident: RunIncident): Counted {
  const steps = stepsOfIncident(incident);
  return {
    ...(steps === null ? {} : { steps }),
    ...(incident.environment === null ? {} : { environment: incident.environment }),
    // A newer segment ran its steps again: only by its own name are its rollouts still found.
    ...(incident.state === "rolled_back" ? { segment: incident.segment } : {}),
    split: incident.split,
  };
}

/** The rollouts that one of an incident's series counts in its steps; all of them, where no filter says it. */
export function countSeriesOf(incident: RunIncident, series: string): Counted {
  return countSeries(countAllOf(incident), series);
}

/** The rollouts behind what a list says of a run's incident, from its onset to the run's last step. */
export function countHeadline({ series, environment, onset }: IncidentHeadline, lastStep: number | null): Counted {
  if (onset === null) return countSeries({ split: "eval" }, series);
  const steps = { from: onset, to: Math.max(onset, lastStep ?? onset) };
  return countSeries({ steps, ...(environment === null ? {} : { environment }) }, series);
}

/**
 * Where it is read what sets an incident's rollouts apart from the others of its steps; null where its series names no
 * rollouts, or where they count no more.
 */
export function incidentDifferenceHref(run: string, incident: RunIncident): string | null {
  const { steps, kind, outcome, suspected } = countSeriesOf(incident, incident.series);
  const isComparable = incident.split === "train" && incident.state !== "rolled_back" && steps !== undefined;
  if (!isComparable) return null;
  if (kind !== undefined) return differenceHref(run, steps, { kind });
  if (suspected === true) return differenceHref(run, steps, { suspected: "true" });
  return outcome === "masked" || outcome === "failed" ? differenceHref(run, steps, { outcome }) : null;
}

function countSeries(all: Counted, series: string): Counted {
  const kind = kindOfSeries(series);
  if (kind !== null) return { ...all, kind };
  switch (series) {
    case "masked":
      return { ...all, outcome: "masked" };
    case "no_result":
      return { ...all, outcome: "failed" };
    case "suspected_false_zeros":
      return { ...all, suspected: true };
    case "reward":
      return { ...all, outcome: "scored" };
    default:
      return all;
  }
}
