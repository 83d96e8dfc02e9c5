import type Database from "better-sqlite3";
import type { Split } from "@/lib/core/rollout";
import type { FinishState, RunOverview, RunSettings } from "@/lib/core/run";
import type { ProducerCounts, RolloutBatch, RunKeeping, StepDeclaration, TelemetryWriter } from "../store";
import type { Annotations } from "./annotations";
import type { PlacedBatch } from "./append";
import { deleteRollout } from "./delete-rollout";
import type { IssueDesk } from "./issue-desk";
import type { Overrides } from "./overrides";
import { type PackedRows, unpackRows } from "./packed-rows";
import { setProducerCounts } from "./producer-counts";
import { RateMeter } from "./rate-meter";
import { readOverview } from "./read-runs";
import { dropDerived } from "./rebuild";
import type { RecordRestorer } from "./restore-records";
import { judgeVersion, type Runs, toSettings } from "./runs";
import { makeWriterParts, type WriterParts } from "./writer-parts";
import type { WriterSurroundings } from "./writer-surroundings";

/** Idempotency keys are kept for seven days. */
const keyLifetimeMs = 7 * 24 * 3_600_000;

const readSettings = ["expectedPerStep", "failureReward", "onFailed", "asynchronous"] as const;

/** A batch whose rows were packed in another thread. */
export interface PackedBatch extends Omit<RolloutBatch, "rows"> {
  readonly rows: PackedRows;
}

/** The one writer. Each method is a job of the commit queue: whole, or it did not happen. */
export class SqliteWriter implements TelemetryWriter {
  readonly #rates = new RateMeter();
  readonly #now: () => number;
  readonly #db: Database.Database;
  readonly #parts: WriterParts;

  constructor(db: Database.Database, surroundings: WriterSurroundings) {
    this.#db = db;
    this.#now = surroundings.now;
    this.#parts = makeWriterParts(db, surroundings);
  }

  appendRollouts(batch: RolloutBatch): Promise<{ answer: string; replayed: boolean }> {
    const rows = batch.rows.map(({ index, rollout, contentHash, payload, origin }) => ({
      index,
      rollout,
      origin,
      contentHash: Buffer.from(contentHash, "hex"),
      payload: payload === null ? null : this.#parts.blocks.add(batch.run, payload),
    }));
    return this.#append({ ...batch, rows }, rows.length, { isRepeatable: true });
  }

  /** {@link appendRollouts} for rows that were packed in another thread. */
  appendPacked(batch: PackedBatch): Promise<{ answer: string; replayed: boolean }> {
    // Its rows are unpacked once, as they are stored.
    return this.#append({ ...batch, rows: unpackRows(batch.rows) }, batch.rows.indexes.length, { isRepeatable: false });
  }

  async #append(
    batch: PlacedBatch,
    rows: number,
    kind: { readonly isRepeatable: boolean },
  ): Promise<{ answer: string; replayed: boolean }> {
    const result = await this.#parts.queue.submit(() => this.#parts.appender.append(batch), kind);
    const run = this.#parts.runs.find(batch.run);
    if (run !== null && !result.replayed) this.#rates.note(run.id, rows, batch.receivedAt);
    return result;
  }

  setRun(run: string, settings: Partial<RunSettings>, now: number, keeping: RunKeeping = {}): Promise<RunOverview> {
    return this.#parts.queue.submit(() => {
      const before = this.#parts.runs.ensure(run, now);
      judgeVersion(before, keeping.version);
      const { isArchived } = keeping;
      const archivedAt =
        isArchived === undefined ? before.archived_at : isArchived ? (before.archived_at ?? now) : null;
      const row = this.#parts.runs.setSettings(before, settings, archivedAt);
      const [told, isNow] = [toSettings(before), toSettings(row)];
      this.#parts.overrides.noteSettings(row.id, told, isNow, now);
      this.#parts.detections.markDue(row.id);
      // These change what steps expect, when they are complete, and how their rewards are read.
      if (readSettings.some((name) => told[name] !== isNow[name])) this.#parts.steps.markAllDirty(row.id);
      const overview = readOverview(this.#db, run, now);
      if (overview === null) throw new Error("a run vanished while it was written");
      return overview;
    });
  }

  async deleteRun(run: string): Promise<boolean> {
    const isFound = await this.#parts.queue.submit(() => {
      const row = this.#parts.runs.find(run);
      if (row === null) return false;
      this.#parts.runs.hide(row);
      this.#parts.segments.forget();
      this.#parts.blocks.forgetAll();
      return true;
    });
    if (isFound) await this.removeHiddenRuns();
    return isFound;
  }

  /** Removes what deleted runs held, in commits of their own; a crash in between is made good by the next call. */
  async removeHiddenRuns(): Promise<void> {
    for (const run of this.#parts.removal.list()) {
      let isGone = false;
      while (!isGone) isGone = await this.#parts.queue.submit(() => this.#parts.removal.removeSlice(run));
      await this.#parts.queue.submit(() => this.#parts.issueSteps.pruneAll());
      await this.settleIncidents(null);
    }
  }

  setStep(
    run: string,
    segment: string | null,
    step: number,
    split: Split,
    declaration: StepDeclaration,
    now: number,
  ): Promise<void> {
    return this.#parts.queue.submit(() => {
      const row = this.#parts.runs.ensure(run, now);
      const place = this.#parts.segments.resolve(row.id, segment, now);
      this.#parts.steps.declare(place, split, step, declaration);
      const { expected, expectedIds, startedAt } = declaration;
      const isBegun = (expected ?? expectedIds ?? startedAt) !== undefined;
      if (split === "train" && isBegun) this.#parts.segments.noteStep(place, step);
      if (startedAt !== undefined && split === "train") this.#parts.runs.setCurrentStep(row, step, place.id);
      this.#parts.runs.noteSeen(row.id, now);
    });
  }

  appendSegment(
    run: string,
    told: { readonly segment: string; readonly startedAt: number | null; readonly fromStep: number | null },
    now: number,
  ): Promise<void> {
    return this.#parts.queue.submit(() => {
      const row = this.#parts.runs.ensure(run, now);
      this.#parts.segments.declare(row.id, told.segment, told.startedAt, told.fromStep, now);
      if (row.finished !== null) {
        this.#parts.runs.setFinished(row, null);
        this.#parts.segments.reopen(row.id);
      }
      this.#parts.runs.noteSeen(row.id, now);
      this.#parts.summariser.settleRun(row.id);
    });
  }

  setFinished(run: string, state: FinishState): Promise<boolean> {
    return this.#parts.queue.submit(() => {
      const row = this.#parts.runs.find(run);
      if (row === null) return false;
      this.#parts.runs.setFinished(row, state);
      this.#parts.summariser.settleRun(row.id);
      return true;
    });
  }

  setProducerCounts(run: string, counts: ProducerCounts, now: number): Promise<void> {
    return this.#parts.queue.submit(() => {
      const row = this.#parts.runs.ensure(run, now);
      setProducerCounts(this.#db, row.id, counts);
      this.#parts.runs.noteSeen(row.id, now);
    });
  }

  /** @param makeAt when a run that is unknown is made for it; null: it is not, and the result is null. */
  annotate<R>(run: string, makeAt: number | null, act: (notes: Annotations, runId: number) => R): Promise<R | null> {
    return this.#parts.queue.submit(() => {
      const row = makeAt === null ? this.#parts.runs.find(run) : this.#parts.runs.ensure(run, makeAt);
      if (row === null) return null;
      this.#parts.runs.touch(row);
      return act(this.#parts.annotations, row.id);
    });
  }

  /** Records of an export are kept by whoever holds what the writer holds. */
  restore(act: (restorer: RecordRestorer) => void): Promise<void> {
    return this.#parts.queue.submit(() => act(this.#parts.restorer));
  }

  /** Whatever people do about issues, they do about all that was acknowledged. */
  async atDesk<Result>(act: (desk: IssueDesk) => Result): Promise<Result> {
    await this.summariseDirtySteps(null);
    return this.#parts.queue.submit(() => act(this.#parts.issueDesk));
  }

  deleteRollout(key: number): Promise<boolean> {
    return this.#parts.queue.submit(() => {
      const removed = deleteRollout(this.#db, key, this.#parts.segments, this.#parts.steps);
      if (removed) this.#parts.counters.nextSequence();
      // A reason that was found by it is found by another from then on.
      if (removed) this.#parts.issueSteps.forget();
      return removed;
    });
  }

  /** What a person says of a run, which detection then reads; null where there is no such run. */
  async overrule<Result>(run: string, act: (overrides: Overrides, runId: number) => Result): Promise<Result | null> {
    await this.settleIncidents(run);
    const result = await this.#parts.queue.submit(() => {
      const row = this.#parts.runs.find(run);
      if (row === null) return null;
      this.#parts.runs.touch(row);
      this.#parts.detections.markDue(row.id);
      return act(this.#parts.overrides, row.id);
    });
    await this.settleIncidents(run);
    return result;
  }

  settleIncidents(run: string | null): Promise<void> {
    return this.#parts.settler.settleIncidents(run);
  }

  async readIngestRate(run: string): Promise<number> {
    const row = this.#parts.runs.find(run);
    return row === null ? 0 : this.#rates.read(row.id, this.#now());
  }

  summariseDirtySteps(run: string | null): Promise<number> {
    return this.#parts.settler.summariseDirtySteps(run);
  }

  async closeIdleSteps(now: number): Promise<number> {
    return this.#parts.queue.submit(() => {
      this.#db.prepare("DELETE FROM idempotency WHERE created_at < ?").run(now - keyLifetimeMs);
      return this.#parts.summariser.closeIdleSteps(now);
    });
  }

  async rebuildSummaries(): Promise<number> {
    await this.#parts.queue.submit(() => {
      dropDerived(this.#db);
      this.#parts.detections.forget();
      this.#parts.issueSteps.forget();
    });
    const done = await this.summariseDirtySteps(null);
    await this.#parts.queue.submit(() => this.#parts.issueSteps.pruneAll());
    return done;
  }

  /** A write about whole runs; what was remembered of them is read again. */
  withRuns<Result>(work: (db: Database.Database, runs: Runs) => Result): Promise<Result> {
    return this.#parts.queue.submit(() => {
      const result = work(this.#db, this.#parts.runs);
      this.#parts.segments.forget();
      this.#parts.sealed.forget();
      this.#parts.blocks.forgetAll();
      return result;
    });
  }

  /** A write of another store in this folder, in the commit that all share. */
  write<Result>(work: (db: Database.Database) => Result): Promise<Result> {
    return this.#parts.queue.submit(() => work(this.#db));
  }

  close(): Promise<void> {
    return this.#parts.queue.close();
  }
}
