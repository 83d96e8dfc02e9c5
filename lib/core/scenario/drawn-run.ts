import { type FailureShape, type Fate, solved, unsolved } from "./fate";
import { playSteps, type StepPlan } from "./play-steps";
import { indices, Random } from "./random";
import type { Scenario } from "./scenario";

/** A stretch of steps with the same rates. */
export interface Phase {
  readonly steps: number;
  /** Share of the rollouts without a masked or failed result that are solved. */
  readonly solvedRate: number;
  /** Share of all rollouts that each failure takes; in sum at most 1. */
  readonly failures: readonly (readonly [shape: FailureShape, rate: number])[];
}

export interface DrawnRun {
  readonly name: string;
  readonly seed: number;
  readonly environment: string;
  readonly rolloutsPerStep: number;
  readonly groupSize: number;
  readonly failureFields: boolean;
  readonly phases: readonly Phase[];
}

function drawFate(random: Random, phase: Phase): Fate {
  let left = random.next();
  const failure = phase.failures.find(([, rate]) => {
    left -= rate;
    return left < 0;
  })?.[0];
  if (failure !== undefined && failure.effect !== "degraded") return { solved: false, failure };
  const isSolved = random.chance(phase.solvedRate);
  return failure === undefined ? (isSolved ? solved : unsolved) : { solved: isSolved, failure };
}

function* drawSteps(plan: DrawnRun): Generator<StepPlan> {
  const source = new Random(plan.seed);
  let step = 0;
  for (const phase of plan.phases) {
    for (const last = step + phase.steps; step < last; ) {
      step++;
      const random = source.fork(step);
      yield { step, fates: indices(plan.rolloutsPerStep).map(() => drawFate(random, phase)) };
    }
  }
}

/**
 * A run of any length whose rollouts are drawn independently at given rates: for benches, tests and other stories. A
 * step is the same whatever phases follow it.
 */
export function drawRun(plan: DrawnRun): Scenario {
  const { name, seed, environment, rolloutsPerStep, groupSize, failureFields, phases } = plan;
  return {
    name,
    run: name,
    settings: {
      name,
      project: "demo",
      tags: [],
      description: "A made-up run, drawn from a seed.",
      config: { scenario: name, seed },
      expected_per_step: rolloutsPerStep,
      group_size: groupSize,
      reward_range: [0, 1],
    },
    steps: phases.reduce((sum, phase) => sum + phase.steps, 0),
    stepsOf: (clock) => playSteps(drawSteps(plan), { seed, environment, groupSize, failureFields }, clock),
  };
}
