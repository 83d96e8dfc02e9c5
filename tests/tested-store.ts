/** A store as tests speak to it: rows by what matters of them, receipts, and summaries read back. */
import { createHash } from "node:crypto";
import type { AppendReceipt, IngestStore, RolloutRow, Store } from "@/db/store";
import type { RunChanges } from "@/lib/core/frame";
import type { Rollout } from "@/lib/core/rollout";
import type { StepSummary } from "@/lib/core/step-summary";
import type { RolloutFilter, RolloutPage, StepFilter } from "@/lib/core/stored-rollout";

/** Monday, 3 August 2026, 12:00 UTC: when everything in these tests happens, unless they say otherwise. */
export const noon = Date.UTC(2026, 7, 3, 12);

const plain: Rollout = {
  split: "train",
  step: 0,
  segment: null,
  environment: null,
  group: null,
  sample: null,
  id: null,
  attempt: 0,
  outcome: "scored",
  omitReason: null,
  reward: 1,
  rewardState: "finite",
  rewardComponents: [],
  maskSources: [],
  failureKind: null,
  failureReason: null,
  tags: [],
  emptiness: null,
  reportsGeneration: false,
  reportsFailures: false,
  policyStep: null,
  startedAt: null,
  finishedAt: null,
  durationMs: null,
  turns: null,
  inputTokens: null,
  outputTokens: null,
  truncated: null,
  sessionId: null,
  disposition: null,
  trainerReward: null,
  advantage: null,
  labels: [],
};

/** A rollout that is scored 1 in step 0, but for what is told. */
export function makeRollout(told: Partial<Rollout>): Rollout {
  return { ...plain, ...told };
}

/** A session that was lost: masked, reward 0, with its kind. */
export const lost: Partial<Rollout> = {
  outcome: "masked",
  reward: 0,
  maskSources: ["mask_sample"],
  failureKind: "session_lost",
  failureReason: "reset: no session in 30 s",
};

/** A failure record: no result, and a placeholder for its reward. */
export const failed: Partial<Rollout> = {
  outcome: "failed",
  reward: 0,
  failureKind: "agent_run_error",
  failureReason: "the agent raised",
};

export function toRow(rollout: Rollout, index: number, payload: string | null): RolloutRow {
  const text = JSON.stringify(rollout);
  const contentHash = createHash("sha1").update(`${text}\n${payload}`).digest("hex");
  return { index, rollout, contentHash, payload: payload === null ? null : Buffer.from(payload) };
}

/** The same rollout as often as asked. */
export function times(count: number, told: Partial<Rollout>): Partial<Rollout>[] {
  return Array.from({ length: count }, () => told);
}

export interface AppendOptions {
  readonly run?: string;
  readonly at?: number;
  readonly idempotency?: { readonly key: string; readonly requestHash: string };
  /** JSON text kept with each row, by its index. */
  readonly payload?: (index: number) => string;
  readonly answer?: (receipt: AppendReceipt) => string;
}

export type OpenedStore = IngestStore & { close(): Promise<void> };

/** A clock that tests set. */
export interface Clock {
  now: number;
}

/** A part of the contract: `tested` and `clock` are those of the test that runs. */
export type Promises = (tested: () => TestedStore, clock: Clock) => void;

export class TestedStore {
  readonly store: OpenedStore;
  readonly run = "browser agent";

  constructor(store: OpenedStore) {
    this.store = store;
  }

  /** Appends one batch. @returns its receipt; null where an earlier answer was given again. */
  async append(rows: readonly Partial<Rollout>[], options: AppendOptions = {}): Promise<AppendReceipt | null> {
    let seen: AppendReceipt | null = null;
    await this.store.writer.appendRollouts({
      run: options.run ?? this.run,
      rows: rows.map((told, index) => toRow(makeRollout(told), index, options.payload?.(index) ?? null)),
      receivedAt: options.at ?? noon,
      idempotency: options.idempotency ?? null,
      answer: (receipt) => {
        seen = receipt;
        return options.answer?.(receipt) ?? "taken";
      },
    });
    return seen;
  }

  async steps(filter: Partial<StepFilter> = {}): Promise<readonly StepSummary[]> {
    const { steps } = await this.store.reader.listSteps({ run: this.run, split: "train", labels: [], ...filter });
    return steps;
  }

  /** The current summary of one step; null where there is none. */
  async step(step: number, filter: Partial<StepFilter> = {}): Promise<StepSummary | null> {
    const [summary] = await this.steps({ from: step, to: step, ...filter });
    return summary ?? null;
  }

  async rollouts(filter: Partial<RolloutFilter> = {}): Promise<RolloutPage> {
    return this.store.reader.listRollouts({
      run: this.run,
      split: "train",
      labels: [],
      sort: "oldest",
      limit: 500,
      ...filter,
    });
  }

  /** Numbers of the rollouts that a filter shows, oldest first. */
  async keys(filter: Partial<RolloutFilter> = {}): Promise<number[]> {
    return (await this.rollouts(filter)).rollouts.map((rollout) => rollout.key);
  }

  async changesSince(since: RunChanges["revision"], filter: Partial<StepFilter> = {}): Promise<RunChanges> {
    return this.store.reader.readChanges({ run: this.run, split: "train", labels: [], ...filter }, since);
  }

  /** The newest change once everything dirty was summarised. */
  async settledRevision(): Promise<RunChanges["revision"]> {
    await this.store.writer.summariseDirtySteps(null);
    return this.store.reader.readRevision();
  }

  async setRun(settings: Parameters<Store["writer"]["setRun"]>[1]): Promise<void> {
    await this.store.writer.setRun(this.run, settings, noon);
  }

  async setStep(step: number, declaration: Parameters<Store["writer"]["setStep"]>[4]): Promise<void> {
    await this.store.writer.setStep(this.run, null, step, "train", declaration, noon);
  }

  async addSegment(segment: string, startedAt: number | null, fromStep: number | null = null): Promise<void> {
    await this.store.writer.appendSegment(this.run, { segment, startedAt, fromStep }, noon);
  }
}

/** The first of a list that must not be empty. */
export function first<Value>(values: readonly Value[]): Value {
  const [value] = values;
  if (value === undefined) throw new Error("the list is empty");
  return value;
}

/** A value that must be there. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error("there is no value");
  return value;
}
