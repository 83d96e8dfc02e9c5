import type { Annotation } from "../annotation";
import { type Launch, listLaunches } from "../launches";
import { findStep, type PlacedAnnotation, placeAnnotation } from "../placed-annotation";
import type { Segment } from "../run";
import type { RunIncident } from "../run-incident";
import type { StepFilter } from "../stored-rollout";

/** What charts show of a run beside its lines: what people wrote, launches, and what detection found in these rollouts. */
export interface RunNotes {
  readonly annotations: readonly PlacedAnnotation[];
  /** After the first, with the steps that they begin at. */
  readonly launches: readonly Launch[];
  /** Newest onset first. */
  readonly incidents: readonly RunIncident[];
}

interface NotedRun {
  readonly detail: { readonly annotations: readonly Annotation[]; readonly segments: readonly Segment[] };
  readonly steps: Parameters<typeof findStep>[0];
  readonly incidents: readonly RunIncident[];
}

/** Detection watches train steps, over the whole run and in each environment. */
export function noteRun(run: NotedRun, filter: Pick<StepFilter, "split" | "environment">): RunNotes {
  const { environment: wanted = null } = filter;
  return {
    annotations: run.detail.annotations.map((annotation) =>
      placeAnnotation(annotation, (moment) => findStep(run.steps, moment)),
    ),
    launches: listLaunches(run.detail.segments),
    incidents:
      filter.split === "eval"
        ? []
        : run.incidents.filter(
            ({ environment, split }) =>
              split === "train" && (wanted === null || environment === null || environment === wanted),
          ),
  };
}
