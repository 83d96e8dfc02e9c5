import type { RunDetail } from "./run";
import type { RunIncident, RunVerdict } from "./run-incident";
import type { StepBucket } from "./series";
import type { StepSummary } from "./step-summary";

/** Points a chart gets at most: what a page asks for, first and live. */
export const chartPoints = 500;

/** Everything the run page shows, at one revision: what the server renders first and what a live stream continues. */
export interface RunSnapshot {
  readonly detail: RunDetail;
  readonly revision: string;
  /** Steps a bucket spans; 1: each bucket is a step. */
  readonly width: number;
  readonly buckets: readonly StepBucket[];
  /** Steps that a newer segment ran again, as they were. */
  readonly superseded: readonly StepBucket[];
  /** The whole run in few buckets, whatever range is shown. */
  readonly overview: readonly StepBucket[];
  readonly newest: StepSummary | null;
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  /** Eval rollouts outside any step. */
  readonly evalBlock: StepSummary | null;
  /** Rollouts heard of in the last minute. */
  readonly recentPerMinute: number;
  /** Of all launches, newest onset first; the same whatever range and filters are shown. */
  readonly incidents: readonly RunIncident[];
  readonly verdict: RunVerdict;
}

/** What changed of a snapshot: whole states, so that applying one twice is harmless. */
export interface RunFrame {
  readonly revision: string;
  readonly width: number;
  readonly buckets: readonly StepBucket[];
  /** First steps of buckets that no longer hold any step. */
  readonly removed: readonly number[];
  readonly newest: StepSummary | null;
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  readonly detail: RunDetail | null;
  readonly recentPerMinute: number;
  /** All of them; null: none has changed. */
  readonly incidents: readonly RunIncident[] | null;
  readonly verdict: RunVerdict;
}
