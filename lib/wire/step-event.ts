import type { RunDetail } from "@/lib/core/run";
import type { StepSummary } from "@/lib/core/step-summary";
import { WireStepsEvent } from "./answers";
import { fromWireRunDetail } from "./run";
import { fromWireStep } from "./step";

/** What changed in a run, as its live stream says it. */
export interface StepsEvent {
  readonly revision: string;
  readonly steps: readonly StepSummary[];
  /** Steps that are no more. */
  readonly removed: readonly (number | null)[];
  /** The run, where it changed itself. */
  readonly detail: RunDetail | null;
}

/** Reads an event `steps` of a live stream. @throws ZodError where it is something else. */
export function parseStepsEvent(json: unknown): StepsEvent {
  const { revision, steps, removed, overview } = WireStepsEvent.parse(json);
  return {
    revision,
    steps: steps.map(fromWireStep),
    removed: removed.map(({ step }) => step),
    detail: overview === null ? null : fromWireRunDetail(overview),
  };
}
