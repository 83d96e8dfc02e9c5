/** What the rollouts of a run can be filtered by. */
import { labelPrefix } from "@/lib/core/filter/term";
import type { RunDetail } from "@/lib/core/run";
import type { FilterChoices } from "./filter-completion";

export interface RolloutChoices {
  readonly kinds: readonly string[];
  readonly environments: readonly string[];
  readonly segments: readonly string[];
  readonly labels: readonly (readonly [name: string, values: readonly string[]])[];
  readonly hasEval: boolean;
}

/** @param kinds failure kinds in the steps shown, most frequent first. */
export function toRolloutChoices(
  run: Pick<RunDetail, "environments" | "segments" | "labels" | "splits">,
  kinds: readonly string[],
): RolloutChoices {
  return {
    kinds,
    // One environment is no choice.
    environments: run.environments.length > 1 ? run.environments : [],
    segments: run.segments.length > 1 ? run.segments.map(({ segment }) => segment) : [],
    labels: Object.entries(run.labels),
    hasEval: run.splits.includes("eval"),
  };
}

/** The same as values of the filter language's keys. */
export function toFilterChoices(choices: RolloutChoices): FilterChoices {
  return {
    kind: choices.kinds,
    env: choices.environments,
    segment: choices.segments,
    ...Object.fromEntries(choices.labels.map(([name, values]) => [`${labelPrefix}${name}`, values])),
  };
}
