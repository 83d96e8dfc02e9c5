import type { Condition } from "./filter/condition";
import type { StoredOutcome } from "./outcome";
import type { Pair, Rollout, Split } from "./rollout";

export interface StepFilter {
  readonly run: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly split: Split;
  readonly environment?: string | undefined;
  /** A segment by name; absent: what counts now. */
  readonly segment?: string | undefined;
  /** All of these must be carried by a rollout. */
  readonly labels: readonly Pair<string>[];
}

export const rolloutSorts = ["newest", "oldest", "step", "reward", "duration"] as const;
export type RolloutSort = (typeof rolloutSorts)[number];

export interface RolloutFilter extends StepFilter {
  readonly outcome?: StoredOutcome | undefined;
  /** A failure kind, or a reserved name for lost rollouts without one. */
  readonly kind?: string | undefined;
  readonly group?: string | undefined;
  /** A failure issue, by its number. */
  readonly issue?: number | undefined;
  readonly suspected?: boolean | undefined;
  /** Words that the failure reason must contain. */
  readonly query?: string | undefined;
  /** What a filter asks beside all of these. */
  readonly where?: readonly Condition[] | undefined;
  readonly sort: RolloutSort;
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** false: how many match is not asked for, and the page's total is null. */
  readonly isCounted?: boolean;
}

/** A rollout as it is kept, with what the store knows of it. */
export interface StoredRollout extends Rollout {
  readonly key: number;
  readonly run: string;
  readonly segmentName: string;
  readonly seenAt: number;
  readonly attempts: number;
  readonly lostAttempts: number;
  /** False for an older attempt, a beaten failure record, or a row of a superseded step. */
  readonly counts: boolean;
  readonly supersededBy: "newer_attempt" | "completed_result" | "newer_segment" | null;
  readonly suspected: boolean;
  /** The failure issue that it is an occurrence of; null where it is none, or its step waits to be summarised. */
  readonly issue: number | null;
}

export interface RolloutPage {
  readonly rollouts: readonly StoredRollout[];
  readonly next: string | null;
  /** Matching rollouts, counted up to 10,000; null where counting on would be too much, or was not asked for. */
  readonly total: number | null;
}

export interface RolloutDetail {
  readonly rollout: StoredRollout;
  readonly attempts: readonly StoredRollout[];
  readonly siblings: readonly StoredRollout[];
  readonly payload: string | null;
}
