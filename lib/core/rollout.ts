/**
 * A rollout: one attempt at one task with its verify response, after the wire has been left behind.
 * Everything here is already judged and clean; `null` means "not told", never "wrong".
 */

import type { CompletedOutcome, StoredOutcome } from "./outcome";

/** The largest step that a rollout may be of. */
export const largestStep = 1_000_000_000;

export const splits = ["train", "eval"] as const;
export type Split = (typeof splits)[number];

/** What the trainer says it did with a rollout. Told by the sender, never inferred. */
export const dispositions = ["trained", "loss_masked", "filtered", "surplus", "stale", "replaced"] as const;
export type Disposition = (typeof dispositions)[number];

/** Every place a verify response can carry its mask flag; a trainer may read only one of them. */
export const maskSources = ["mask_sample", "instance_config.mask_sample", "metrics.mask_sample"] as const;
export type MaskSource = (typeof maskSources)[number];

/** Why a reward is no finite number. `finite` is the ordinary case. */
export const rewardStates = [
  "finite",
  "absent",
  "null",
  "nan",
  "infinite",
  "bool",
  "string",
  "other",
  "verification_skipped",
] as const;
export type RewardState = (typeof rewardStates)[number];

/** How a producer reported that nothing was generated; `null` in a Rollout means that it did not say so. */
export const emptinessRules = ["output_tokens_zero", "output_empty", "error_beside_reward"] as const;
export type EmptinessRule = (typeof emptinessRules)[number];

/** Remarks about one rollout that a reader of it should see. Data, so the list may grow. */
export const rolloutTags = [
  "kind_unregistered",
  "kind_cut",
  "reason_cut",
  "kind_echoed",
  "reason_echoed",
  "mask_echoed",
] as const;
export type RolloutTag = (typeof rolloutTags)[number];

/** A name with a value, in the order the sender gave; a list because a sender may call a label `__proto__`. */
export type Pair<Value> = readonly [name: string, value: Value];

export interface Rollout {
  readonly split: Split;
  /** Policy update, an integer of at least 0; null only for eval rollouts outside any step. */
  readonly step: number | null;
  readonly segment: string | null;
  readonly environment: string | null;
  readonly group: string | null;
  readonly sample: number | null;
  readonly id: string | null;
  readonly attempt: number;
  readonly outcome: StoredOutcome;
  readonly omitReason: string | null;
  /** Finite, or null with the reason in rewardState. A failed rollout's reward is a placeholder. */
  readonly reward: number | null;
  readonly rewardState: RewardState;
  readonly rewardComponents: readonly Pair<number>[];
  readonly maskSources: readonly MaskSource[];
  readonly failureKind: string | null;
  readonly failureReason: string | null;
  readonly tags: readonly RolloutTag[];
  readonly emptiness: EmptinessRule | null;
  /** Whether the producer reported anything about what was generated (tokens or an output). */
  readonly reportsGeneration: boolean;
  /** Whether the producer sent any failure field, even false or null: one that does would have named a failure. */
  readonly reportsFailures: boolean;
  /** First and last policy version that generated it. */
  readonly policyStep: readonly [number, number] | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly durationMs: number | null;
  readonly turns: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly truncated: boolean | null;
  readonly sessionId: string | null;
  readonly disposition: Disposition | null;
  readonly trainerReward: number | null;
  readonly advantage: number | null;
  readonly labels: readonly Pair<string>[];
}

/** True for a rollout that came to an end with a result; a failure record or an omission never beats one. */
export function isCompleted(outcome: StoredOutcome): outcome is CompletedOutcome {
  return outcome === "scored" || outcome === "masked" || outcome === "unscored";
}
