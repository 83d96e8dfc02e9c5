import type { Annotation } from "../annotation";
import type { RunIncident } from "../run-incident";
import type { StepSummary } from "../step-summary";
import type { StepFilter } from "../stored-rollout";

/** An annotation with the run's own steps that it is drawn at; null where it is of the whole run. */
interface PlacedAnnotation {
  readonly annotation: Annotation;
  readonly steps: { readonly from: number; readonly to: number } | null;
}

/** What charts show of a run beside its lines: what people wrote, and what detection found in these rollouts. */
export interface RunNotes {
  readonly annotations: readonly PlacedAnnotation[];
  /** Newest onset first. */
  readonly incidents: readonly RunIncident[];
}

interface NotedRun {
  readonly detail: { readonly annotations: readonly Annotation[] };
  readonly steps: readonly Pick<StepSummary, "step" | "finishedAt" | "lastSeenAt">[];
  readonly incidents: readonly RunIncident[];
}

/** The first step that was not over at a moment; null where none is known. */
function findStep(steps: NotedRun["steps"], at: number): number | null {
  return (
    steps.find(({ step, finishedAt, lastSeenAt }) => step !== null && (finishedAt ?? lastSeenAt ?? 0) >= at)?.step ??
    null
  );
}

function place(annotation: Annotation, steps: NotedRun["steps"]): PlacedAnnotation {
  const { step, toStep, at } = annotation;
  const from = step ?? (at === null ? null : findStep(steps, at));
  return { annotation, steps: from === null ? null : { from, to: toStep ?? from } };
}

/** Detection watches train steps, over the whole run and in each environment. */
export function noteRun(run: NotedRun, filter: Pick<StepFilter, "split" | "environment">): RunNotes {
  const { environment: wanted = null } = filter;
  return {
    annotations: run.detail.annotations.map((annotation) => place(annotation, run.steps)),
    incidents:
      filter.split === "eval"
        ? []
        : run.incidents.filter(
            ({ environment, split }) =>
              split === "train" && (wanted === null || environment === null || environment === wanted),
          ),
  };
}
