import type { Conversation } from "./conversation";

/** A row of our own format, as a sender would write it (contract: the native row). */
export interface ScenarioRow {
  readonly environment: string;
  readonly step: number;
  readonly group: string;
  readonly sample: number;
  readonly reward?: number;
  readonly outcome?: "failed";
  readonly mask_sample?: boolean;
  readonly failure_kind?: string;
  readonly failure_reason?: string;
  readonly policy_step: number;
  readonly started_at: string;
  readonly finished_at: string;
  readonly duration_ms: number;
  readonly turns: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly session_id: string;
  readonly labels: { readonly host: string; readonly browser_pool: string };
  readonly payload: Conversation;
}

export interface ArrivingRow {
  /** Time after the step's start at which the row arrives, ms as played. */
  readonly arrivalMs: number;
  readonly row: ScenarioRow;
}

export interface ScenarioStep {
  readonly step: number;
  /** Start after the run's start, ms as played. */
  readonly startMs: number;
  /** Until the next step starts, ms as played; no row arrives later. */
  readonly durationMs: number;
  /** In the order of their arrival. */
  readonly rows: readonly ArrivingRow[];
  /** Name of the checkpoint that the trainer writes behind the step; null for most. */
  readonly checkpoint: string | null;
}

/** Settings that the run is put with, in wire names. */
export interface ScenarioSettings {
  readonly name: string;
  readonly project: string;
  readonly tags: string[];
  readonly description: string;
  readonly config: Record<string, unknown>;
  readonly expected_per_step: number;
  readonly group_size: number;
  readonly reward_range: [number, number];
}

export interface ScenarioClock {
  /** When the run starts, epoch ms. */
  readonly startAt: number;
  /** How many times faster than the scenario's own time it is played, for live play; 1 or more. */
  readonly speed: number;
}

/** A run that is the same every time. */
export interface Scenario {
  readonly name: string;
  /** The run's name where nobody chooses one. */
  readonly run: string;
  readonly settings: ScenarioSettings;
  /** Number of steps; the first is step 1. */
  readonly steps: number;
  /** The steps in order; the same for the same clock. @throws RangeError for a speed that is not above 0. */
  stepsOf(clock: ScenarioClock): Generator<ScenarioStep>;
}

/** When scenarios take place unless told otherwise, so that sending one twice changes nothing. */
export const fixedClock: ScenarioClock = { startAt: Date.UTC(2026, 7, 3, 6, 0, 0), speed: 1 };
