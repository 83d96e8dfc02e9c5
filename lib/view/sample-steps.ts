/** Made-up steps for the gallery and for tests, by the same arithmetic as real ones. */
import { type Disposition, dispositions } from "@/lib/core/rollout";
import { bucketSteps, type StepBucket } from "@/lib/core/series";
import { type StepSummary, type SummarisedRollout, summariseStep } from "@/lib/core/step-summary";

export interface SampleStep {
  readonly step: number;
  /** Rewards of scored rollouts. */
  readonly rewards?: readonly number[];
  /** Rollouts by failure kind; null stands for no kind. */
  readonly masked?: Readonly<Record<string, number>>;
  readonly failed?: Readonly<Record<string, number>>;
  readonly degraded?: Readonly<Record<string, number>>;
  readonly unscored?: number;
  readonly omitted?: number;
  /** Scored zeros whose producer reported that nothing was generated. */
  readonly emptyZeros?: number;
  readonly trained?: number;
  /** What the trainer did with so many of the rollouts, counted from the first on. */
  readonly dispositions?: Readonly<Partial<Record<Disposition, number>>>;
  readonly expected?: number;
  readonly lostAttempts?: number;
  /** Its producer sends no failure field at all. */
  readonly silent?: boolean;
  readonly complete?: boolean;
  readonly segment?: string;
}

/** Steps take a minute each, from a fixed day on. */
export const sampleEpoch = Date.UTC(2026, 2, 4, 12);

const blank: SummarisedRollout = {
  environment: "browser_agent",
  group: null,
  outcome: "scored",
  reward: null,
  rewardComponents: [],
  maskSources: [],
  failureKind: null,
  failureReason: null,
  emptiness: null,
  reportsGeneration: true,
  reportsFailures: true,
  truncated: null,
  disposition: null,
  trainerReward: null,
  policyStep: null,
  advantage: null,
  inputTokens: null,
  outputTokens: null,
  finishedAt: null,
  seenAt: sampleEpoch,
  attempts: 1,
  lostAttempts: 0,
};

function expand(
  counts: Readonly<Record<string, number>> | undefined,
  make: (kind: string) => Partial<SummarisedRollout>,
): Partial<SummarisedRollout>[] {
  return Object.entries(counts ?? {}).flatMap(([kind, count]) => Array.from({ length: count }, () => make(kind)));
}

/** The summary of one made-up step. */
export function sampleSummary(sample: SampleStep): StepSummary {
  const finishedAt = sampleEpoch + sample.step * 60_000;
  const facts: Partial<SummarisedRollout>[] = [
    ...(sample.rewards ?? []).map((reward) => ({ reward })),
    ...Array.from({ length: sample.emptyZeros ?? 0 }, () => ({ reward: 0, emptiness: "output_tokens_zero" as const })),
    ...expand(sample.degraded, (failureKind) => ({ reward: 0.5, failureKind })),
    ...expand(sample.masked, (failureKind) => ({
      outcome: "masked" as const,
      reward: 0,
      failureKind,
      maskSources: ["mask_sample" as const],
    })),
    ...expand(sample.failed, (failureKind) => ({ outcome: "failed" as const, failureKind })),
    ...Array.from({ length: sample.unscored ?? 0 }, () => ({ outcome: "unscored" as const })),
    ...Array.from({ length: sample.omitted ?? 0 }, () => ({ outcome: "omitted" as const })),
  ];
  const told = dispositions.flatMap((name) => Array.from({ length: sample.dispositions?.[name] ?? 0 }, () => name));
  const rollouts = facts.map((fact, index): SummarisedRollout => {
    const retried = index === 0 ? (sample.lostAttempts ?? 0) : 0;
    return {
      ...blank,
      ...fact,
      reportsFailures: sample.silent !== true,
      trainerReward: sample.trained ?? null,
      disposition: told[index] ?? null,
      seenAt: finishedAt - 30_000,
      finishedAt,
      attempts: 1 + retried,
      lostAttempts: retried,
    };
  });
  return summariseStep(rollouts, {
    split: "train",
    step: sample.step,
    segment: sample.segment ?? "first",
    environment: null,
    declared: sample.expected ?? null,
    complete: sample.complete ?? true,
    declaredFinishedAt: null,
    scoring: { onFailed: null, failureReward: 0 },
  });
}

export function sampleBuckets(samples: readonly SampleStep[], resolution = 500): readonly StepBucket[] {
  return bucketSteps(samples.map(sampleSummary), resolution);
}

/** `ones` rewards of 1 and `zeros` of 0. */
export function binaryRewards(ones: number, zeros: number): readonly number[] {
  return [...Array.from({ length: ones }, () => 1), ...Array.from({ length: zeros }, () => 0)];
}

/** Deterministic numbers in [0, 1), the same in every place and year (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
