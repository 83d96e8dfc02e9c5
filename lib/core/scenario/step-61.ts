import { reconstructionTag } from "../run";
import { agentTimeout, type Fate, judgeUnparseable, sessionLost, solved, unsolved } from "./fate";
import { playSteps, type StepPlan } from "./play-steps";
import { indices, Random } from "./random";
import type { Scenario } from "./scenario";

/** What was published of the run (the losses: https://github.com/NVIDIA-NeMo/Gym/pull/2552). All else is made up. */
const published = {
  rolloutsPerStep: 64,
  groupSize: 8,
  firstLostStep: 61,
  lastLostStep: 80,
  lost: 1_172,
  lostOf: 1_280,
  /** 0.39% of 1,280, rounded to whole rollouts. */
  solvedWhileLost: 5,
  /** 15.45% of the 3,840 before, rounded down to whole rollouts. */
  solvedBefore: 593,
} as const;

const seed = 61;
const stepsBefore = published.firstLostStep - 1;
const stepsLost = published.lastLostStep - stepsBefore;
const before = stepsBefore * published.rolloutsPerStep;

/** Ordinary failures of the healthy steps: a handful, so that there is a "before" to compare with. */
const background = [
  [sessionLost, 12],
  [agentTimeout, 5],
  [judgeUnparseable, 6],
] as const;

/** How likely a prompt's rollouts are to solve it, and how many of 20 prompts are so: most are hard, few are easy. */
const difficulty = [
  [0.04, 8],
  [0.15, 7],
  [0.32, 4],
  [0.45, 1],
] as const;

function drawDifficulty(random: Random): number {
  return random.pick(difficulty.flatMap(([chance, weight]) => indices(weight).map(() => chance)));
}

/** Which of the rollouts before the loss are solved: drawn prompt by prompt, then corrected to the published total. */
function drawSolvedBefore(random: Random): boolean[] {
  const drawn: boolean[] = [];
  for (let group = 0; group < before / published.groupSize; group++) {
    const chance = drawDifficulty(random);
    for (let sample = 0; sample < published.groupSize; sample++) drawn.push(random.chance(chance));
  }
  let excess = drawn.filter(Boolean).length - published.solvedBefore;
  for (const index of random.shuffled(indices(before))) {
    if (excess === 0) break;
    if (drawn[index] !== excess > 0) continue;
    drawn[index] = excess < 0;
    excess += excess > 0 ? -1 : 1;
  }
  return drawn;
}

function planBefore(random: Random): Fate[] {
  const fates = drawSolvedBefore(random).map((isSolved) => (isSolved ? solved : unsolved));
  const hit = random.shuffled(indices(before).filter((index) => fates[index] === unsolved));
  for (const [failure, count] of background) {
    for (const index of hit.splice(0, count)) fates[index] = { solved: false, failure };
  }
  return fates;
}

/** Lost rollouts of each step, in all as many as were published; the first step loses 58 of 64. */
function drawLostPerStep(random: Random): number[] {
  const rate = published.lost / published.lostOf;
  const perStep = indices(stepsLost).map(
    () => indices(published.rolloutsPerStep).filter(() => random.chance(rate)).length,
  );
  perStep[0] = Math.floor(rate * published.rolloutsPerStep);
  let excess = perStep.reduce((sum, lost) => sum + lost, 0) - published.lost;
  while (excess !== 0) {
    const step = random.integer(1, stepsLost - 1);
    perStep[step] = (perStep[step] ?? 0) - Math.sign(excess);
    excess -= Math.sign(excess);
  }
  return perStep;
}

/** The fates of one lost step. One that solves has a sibling that came through too: a group that still teaches. */
function planLostStep(random: Random, lost: number, isSolving: boolean): Fate[] {
  const size = published.rolloutsPerStep;
  for (;;) {
    const through = random.shuffled(indices(size)).slice(lost);
    const hasSibling = (index: number) => through.some((other) => other !== index && groupOf(other) === groupOf(index));
    const solving = isSolving ? through.find(hasSibling) : null;
    if (solving === undefined) continue;
    return indices(size).map((index) => {
      if (!through.includes(index)) return { solved: false, failure: sessionLost };
      return index === solving ? solved : unsolved;
    });
  }
}

function groupOf(index: number): number {
  return Math.floor(index / published.groupSize);
}

function* planSteps(): Generator<StepPlan> {
  const random = new Random(seed);
  const fates = planBefore(random);
  for (let step = 1; step <= stepsBefore; step++) {
    yield { step, fates: fates.splice(0, published.rolloutsPerStep) };
  }
  const perStep = drawLostPerStep(random);
  const solving = new Set([0, ...random.shuffled(indices(stepsLost).slice(1)).slice(0, published.solvedWhileLost - 1)]);
  for (const [index, lost] of perStep.entries()) {
    yield { step: published.firstLostStep + index, fates: planLostStep(random, lost, solving.has(index)) };
  }
}

const description = [
  "A reconstruction, not a recording: a run that lost its browser sessions at step 61 and trained on.",
  "Published: 64 rollouts a step in groups of 8; in steps 61-80, 1,172 of 1,280 lost when their session could not be",
  "reset (github.com/NVIDIA-NeMo/Gym/pull/2552), each scored 0; mean reward 15.45% before and 0.39% then. Everything",
  "else (times, hosts, pools, tasks, conversations, which rollouts, the few failures before step 61) is made up to fit.",
].join(" ");

/**
 * The incident this product is named for, made again from its published figures; the same run every time.
 *
 * @param options.failureFields false: as it was recorded, lost rollouts being plain rewards of 0.
 */
export function reconstructStep61(options: { readonly failureFields: boolean }): Scenario {
  const { failureFields } = options;
  const { rolloutsPerStep, groupSize } = published;
  return {
    name: "step-61",
    run: failureFields ? "step-61" : "step-61-without-failure-fields",
    settings: {
      name: failureFields ? "Reconstruction: step 61" : "Reconstruction: step 61, without failure fields",
      project: "demo",
      tags: [reconstructionTag],
      description,
      config: { scenario: "step-61", algorithm: "GRPO", concurrency: 64, failure_fields: failureFields, seed },
      expected_per_step: rolloutsPerStep,
      group_size: groupSize,
      reward_range: [0, 1],
    },
    steps: published.lastLostStep,
    stepsOf: (clock) => playSteps(planSteps(), { seed, environment: "browser_agent", groupSize, failureFields }, clock),
  };
}
