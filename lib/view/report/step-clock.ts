import type { StepSummary } from "@/lib/core/step-summary";
import { formatCount } from "../format";

/** The policy versions that a step's rollouts are of; empty where nobody told. */
export function writePolicy(range: readonly [number, number] | null): string {
  if (range === null) return "";
  const [first, last] = range;
  return first === last ? formatCount(first) : `${formatCount(first)}–${formatCount(last)}`;
}

/** When steps were, by the clock of their rollouts, and by which policy. */
export class StepClock {
  readonly #steps: ReadonlyMap<number, StepSummary>;

  constructor(steps: readonly StepSummary[]) {
    this.#steps = new Map(steps.flatMap((step) => (step.step === null ? [] : [[step.step, step]])));
  }

  timeOf(step: number): number | null {
    return this.#steps.get(step)?.finishedAt ?? null;
  }

  policyOf(step: number): string {
    return writePolicy(this.#steps.get(step)?.policySteps ?? null);
  }
}
