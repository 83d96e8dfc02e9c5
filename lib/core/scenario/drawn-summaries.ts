import type { StoredOutcome } from "../outcome";
import type { Pair, Split } from "../rollout";
import { type StepSummary, type SummarisedRollout, summariseStep } from "../step-summary";
import { indices, Random } from "./random";

/** One way in which rollouts of an environment go wrong, and the share of all that it takes. */
export interface DrawnFailure {
  /** null: the producer names no kind. */
  readonly kind: string | null;
  /** silent: a plain reward of 0 with nothing generated; lost: the same from a producer that says nothing of tokens. */
  readonly effect: "masked" | "failed" | "degraded" | "unscored" | "silent" | "lost";
  readonly rate: number;
}

/** What one environment does in one step. */
export interface DrawnPart {
  readonly environment: string | null;
  readonly rollouts: number;
  /** 0: rollouts belong to no group. */
  readonly groupSize: number;
  readonly solvedRate: number;
  readonly failures?: readonly DrawnFailure[];
  /** Share of rollouts whose first attempt was lost. */
  readonly retriedRate?: number;
  /** The reward of one that came through; 1 or 0 unless told. */
  readonly reward?: (random: Random, solved: boolean) => number;
  readonly components?: (random: Random, solved: boolean) => readonly Pair<number>[];
  /** False: the producer says nothing of what was generated. */
  readonly reportsGeneration?: boolean;
  /** Dynamic sampling: the trainer leaves out groups whose rewards are all equal. */
  readonly dynamicSampling?: boolean;
}

export interface DrawnStep {
  readonly step: number | null;
  readonly split?: Split;
  readonly segment?: string;
  readonly parts: readonly DrawnPart[];
  readonly declared?: number | null;
  /** How many have arrived, those that failed first; all unless told, and then the step is still filling. */
  readonly arrived?: number;
}

const outcomes: Readonly<Record<DrawnFailure["effect"], StoredOutcome>> = {
  masked: "masked",
  failed: "failed",
  degraded: "scored",
  unscored: "unscored",
  silent: "scored",
  lost: "scored",
};

function drawRollout(random: Random, part: DrawnPart, index: number): SummarisedRollout {
  let left = random.next();
  const failure = part.failures?.find(({ rate }) => {
    left -= rate;
    return left < 0;
  });
  const outcome = failure === undefined ? "scored" : outcomes[failure.effect];
  const isThrough = failure === undefined || failure.effect === "degraded";
  const solved = random.chance(part.solvedRate) && isThrough;
  const hasReward = outcome === "scored" || outcome === "masked";
  const reward = isThrough ? (part.reward?.(random, solved) ?? (solved ? 1 : 0)) : 0;
  const reportsGeneration = part.reportsGeneration ?? true;
  const lostAttempts = random.chance(part.retriedRate ?? 0) ? 1 : 0;
  return {
    environment: part.environment,
    group: part.groupSize === 0 ? null : String(Math.floor(index / part.groupSize)),
    outcome,
    reward: hasReward ? reward : null,
    rewardComponents: isThrough ? (part.components?.(random, solved) ?? []) : [],
    maskSources: failure?.effect === "masked" ? ["mask_sample"] : [],
    failureKind: failure === undefined ? null : failure.kind,
    failureReason: null,
    emptiness: failure?.effect === "silent" ? "output_tokens_zero" : null,
    reportsGeneration,
    reportsFailures: reportsGeneration,
    truncated: null,
    disposition: null,
    trainerReward: null,
    policyStep: null,
    advantage: null,
    inputTokens: reportsGeneration ? 900 : null,
    outputTokens: reportsGeneration ? (isThrough ? 300 : 0) : null,
    finishedAt: null,
    seenAt: 0,
    attempts: 1 + lostAttempts,
    lostAttempts,
  };
}

/** Groups without spread teach nothing, so dynamic sampling leaves them out; their rollouts are reported all the same. */
function filter(rollouts: readonly SummarisedRollout[]): SummarisedRollout[] {
  const rewards = new Map<string | null, Set<number | null>>();
  for (const { group, reward } of rollouts) rewards.set(group, (rewards.get(group) ?? new Set()).add(reward));
  return rollouts.map((rollout) => ({
    ...rollout,
    disposition: (rewards.get(rollout.group)?.size ?? 0) > 1 ? "trained" : "filtered",
    trainerReward: (rewards.get(rollout.group)?.size ?? 0) > 1 ? rollout.reward : null,
  }));
}

function isThrough({ outcome, failureKind, emptiness }: SummarisedRollout): boolean {
  return outcome === "scored" && failureKind === null && emptiness === null;
}

/** The rollouts of one step. What failed comes first, as it does in life. */
function drawStep(random: Random, { parts }: DrawnStep): SummarisedRollout[] {
  const rollouts = parts.flatMap((part, at) => {
    const stream = random.fork(at);
    const drawn = indices(part.rollouts).map((index) => drawRollout(stream.fork(index), part, index));
    return part.dynamicSampling === true ? filter(drawn) : drawn;
  });
  return [...rollouts.filter((rollout) => !isThrough(rollout)), ...rollouts.filter(isThrough)];
}

function summarise(rollouts: readonly SummarisedRollout[], of: DrawnStep, environment: string | null): StepSummary {
  return summariseStep(rollouts, {
    split: of.split ?? "train",
    step: of.step,
    segment: of.segment ?? "first",
    environment,
    declared: environment === null ? (of.declared ?? null) : null,
    complete: of.arrived === undefined,
    declaredFinishedAt: null,
    scoring: { onFailed: null, failureReward: 0 },
  });
}

/**
 * The summaries of made-up steps, each with those of its environments, drawn from a seed. A step is the same whatever
 * other steps are drawn.
 */
export function drawSummaries(seed: number, steps: readonly DrawnStep[]): StepSummary[] {
  const source = new Random(seed);
  return steps.flatMap((step, at) => {
    const rollouts = drawStep(source.fork(step.step ?? at), step).slice(0, step.arrived);
    const environments = new Set(rollouts.flatMap(({ environment }) => environment ?? []));
    return [
      summarise(rollouts, step, null),
      ...[...environments].map((name) =>
        summarise(
          rollouts.filter(({ environment }) => environment === name),
          step,
          name,
        ),
      ),
    ];
  });
}

/** Steps from one to another, both included, all alike or each by its number. */
export function planSteps(from: number, to: number, plan: (step: number) => Omit<DrawnStep, "step">): DrawnStep[] {
  return indices(to - from + 1).map((offset) => ({ step: from + offset, ...plan(from + offset) }));
}
