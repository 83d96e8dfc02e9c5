import type Database from "better-sqlite3";
import type { Split } from "@/lib/core/rollout";
import type { FinishState, RunOverview, RunSettings } from "@/lib/core/run";
import type { ProducerCounts, RolloutBatch, RunKeeping, StepDeclaration, TelemetryWriter } from "../store";
import { Annotations } from "./annotations";
import { Appender, type PlacedBatch } from "./append";
import { CommitQueue } from "./commit-queue";
import { Counters } from "./counters";
import { deleteRollout } from "./delete-rollout";
import { IssueDesk } from "./issue-desk";
import { IssueSightings } from "./issue-sightings";
import { IssueSteps } from "./issue-steps";
import { Names } from "./names";
import { Overrides } from "./overrides";
import { type PackedRows, unpackRows } from "./packed-rows";
import { PayloadBlocks } from "./payload-blocks";
import { setProducerCounts } from "./producer-counts";
import { RateMeter } from "./rate-meter";
import { readOverview } from "./read-runs";
import { dropDerived } from "./rebuild";
import { RecordRestorer } from "./restore-records";
import { RunDetections } from "./run-detection";
import { RunOverviews } from "./run-overviews";
import { RunRemoval } from "./run-removal";
import { judgeVersion, Runs, toSettings } from "./runs";
import { SealedSteps } from "./sealed-steps";
import { SearchTexts } from "./search-texts";
import { Segments } from "./segments";
import { Settler } from "./settler";
import { Steps } from "./steps";
import { Summariser } from "./summaries";
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
  readonly #queue: CommitQueue;
  readonly #counters: Counters;
  readonly #blocks: PayloadBlocks;
  readonly #runs: Runs;
  readonly #segments: Segments;
  readonly #sealed: SealedSteps;
  readonly #steps: Steps;
  readonly #summariser: Summariser;
  readonly #detections: RunDetections;
  readonly #overrides: Overrides;
  readonly #annotations: Annotations;
  readonly #appender: Appender;
  readonly #removal: RunRemoval;
  readonly #issueSteps: IssueSteps;
  readonly #issueDesk: IssueDesk;
  readonly #settler: Settler;
  readonly #restorer: RecordRestorer;

  constructor(db: Database.Database, { now, onCommit, onDetectionFault }: WriterSurroundings) {
    this.#db = db;
    this.#now = now;
    const counters = new Counters(db);
    const names = new Names(db);
    const blocks = new PayloadBlocks(db);
    const runs = new Runs(db, counters);
    const segments = new Segments(db, counters);
    const sealed = new SealedSteps(db);
    const steps = new Steps(db, names);
    this.#counters = counters;
    this.#blocks = blocks;
    this.#runs = runs;
    this.#segments = segments;
    this.#sealed = sealed;
    this.#steps = steps;
    const texts = new SearchTexts(db);
    const issueSteps = new IssueSteps(db, texts);
    const sightings = new IssueSightings(db);
    const detections = new RunDetections(db, { counters, segments, now, onFault: onDetectionFault });
    this.#issueSteps = issueSteps;
    this.#issueDesk = new IssueDesk(db, counters, sightings);
    this.#detections = detections;
    this.#overrides = new Overrides(db);
    this.#annotations = new Annotations(db, (run) => detections.markDue(run));
    const derived = { overviews: new RunOverviews(db), issueSteps, sightings, detections };
    this.#summariser = new Summariser(db, { counters, names, segments, sealed, ...derived });
    this.#appender = new Appender(db, { counters, names, blocks, runs, sealed, segments, steps });
    this.#removal = new RunRemoval(db);
    this.#queue = new CommitQueue(db, {
      prepare: () => blocks.pack(),
      beforeCommit: () => {
        runs.save();
        counters.save();
      },
      afterRollback: (isWhole) => {
        runs.forget();
        if (isWhole) runs.forgetNotes();
        if (isWhole) counters.reload();
        names.forget();
        this.#summariser.forget();
        // A job feeds detectors at its end, if at all, and what fails there is made good there.
        if (isWhole) detections.forget();
        segments.forget();
        sealed.forget();
        blocks.forget();
      },
      afterCommit: () => {
        blocks.committed();
        onCommit();
      },
    });
    const restored = { db, runs, segments, steps, summariser: this.#summariser, detections, sightings };
    this.#restorer = new RecordRestorer(restored);
    this.#settler = new Settler(db, { queue: this.#queue, runs, summariser: this.#summariser, detections, texts });
  }

  appendRollouts(batch: RolloutBatch): Promise<{ answer: string; replayed: boolean }> {
    const rows = batch.rows.map(({ index, rollout, contentHash, payload, origin }) => ({
      index,
      rollout,
      origin,
      contentHash: Buffer.from(contentHash, "hex"),
      payload: payload === null ? null : this.#blocks.add(batch.run, payload),
    }));
    return this.#append({ ...batch, rows });
  }

  /** {@link appendRollouts} for rows that were packed in another thread. */
  appendPacked(batch: PackedBatch): Promise<{ answer: string; replayed: boolean }> {
    return this.#append({ ...batch, rows: unpackRows(batch.rows) });
  }

  #append(batch: PlacedBatch): Promise<{ answer: string; replayed: boolean }> {
    return this.#queue.submit(() => {
      const result = this.#appender.append(batch);
      const run = this.#runs.find(batch.run);
      if (run && !result.replayed) this.#rates.note(run.id, batch.rows.length, batch.receivedAt);
      return result;
    });
  }

  setRun(run: string, settings: Partial<RunSettings>, now: number, keeping: RunKeeping = {}): Promise<RunOverview> {
    return this.#queue.submit(() => {
      const before = this.#runs.ensure(run, now);
      judgeVersion(before, keeping.version);
      const { isArchived } = keeping;
      const archivedAt =
        isArchived === undefined ? before.archived_at : isArchived ? (before.archived_at ?? now) : null;
      const row = this.#runs.setSettings(before, settings, archivedAt);
      const [told, isNow] = [toSettings(before), toSettings(row)];
      this.#overrides.noteSettings(row.id, told, isNow, now);
      this.#detections.markDue(row.id);
      // These change what steps expect, when they are complete, and how their rewards are read.
      if (readSettings.some((name) => told[name] !== isNow[name])) this.#steps.markAllDirty(row.id);
      const overview = readOverview(this.#db, run, now);
      if (overview === null) throw new Error("a run vanished while it was written");
      return overview;
    });
  }

  async deleteRun(run: string): Promise<boolean> {
    const isFound = await this.#queue.submit(() => {
      const row = this.#runs.find(run);
      if (row === null) return false;
      this.#runs.hide(row);
      this.#segments.forget();
      this.#blocks.forget();
      return true;
    });
    if (isFound) await this.removeHiddenRuns();
    return isFound;
  }

  /** Removes what deleted runs held, in commits of their own; a crash in between is made good by the next call. */
  async removeHiddenRuns(): Promise<void> {
    for (const run of this.#removal.list()) {
      let isGone = false;
      while (!isGone) isGone = await this.#queue.submit(() => this.#removal.removeSlice(run));
      await this.#queue.submit(() => this.#issueSteps.pruneAll());
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
    return this.#queue.submit(() => {
      const row = this.#runs.ensure(run, now);
      const place = this.#segments.resolve(row.id, segment, now);
      this.#steps.declare(place, split, step, declaration);
      const { expected, expectedIds, startedAt } = declaration;
      const isBegun = (expected ?? expectedIds ?? startedAt) !== undefined;
      if (split === "train" && isBegun) this.#segments.noteStep(place, step);
      if (startedAt !== undefined && split === "train") this.#runs.setCurrentStep(row, step, place.id);
      this.#runs.noteSeen(row.id, now);
    });
  }

  appendSegment(
    run: string,
    told: { readonly segment: string; readonly startedAt: number | null; readonly fromStep: number | null },
    now: number,
  ): Promise<void> {
    return this.#queue.submit(() => {
      const row = this.#runs.ensure(run, now);
      this.#segments.declare(row.id, told.segment, told.startedAt, told.fromStep, now);
      if (row.finished !== null) {
        this.#runs.setFinished(row, null);
        this.#segments.reopen(row.id);
      }
      this.#runs.noteSeen(row.id, now);
      this.#summariser.settleRun(row.id);
    });
  }

  setFinished(run: string, state: FinishState): Promise<boolean> {
    return this.#queue.submit(() => {
      const row = this.#runs.find(run);
      if (row === null) return false;
      this.#runs.setFinished(row, state);
      this.#summariser.settleRun(row.id);
      return true;
    });
  }

  setProducerCounts(run: string, counts: ProducerCounts, now: number): Promise<void> {
    return this.#queue.submit(() => {
      const row = this.#runs.ensure(run, now);
      setProducerCounts(this.#db, row.id, counts);
      this.#runs.noteSeen(row.id, now);
    });
  }

  /** @param makeAt when a run that is unknown is made for it; null: it is not, and the result is null. */
  annotate<R>(run: string, makeAt: number | null, act: (notes: Annotations, runId: number) => R): Promise<R | null> {
    return this.#queue.submit(() => {
      const row = makeAt === null ? this.#runs.find(run) : this.#runs.ensure(run, makeAt);
      if (row === null) return null;
      this.#runs.touch(row);
      return act(this.#annotations, row.id);
    });
  }

  /** Records of an export are kept by whoever holds what the writer holds. */
  restore(act: (restorer: RecordRestorer) => void): Promise<void> {
    return this.#queue.submit(() => act(this.#restorer));
  }

  /** Whatever people do about issues, they do about all that was acknowledged. */
  async atDesk<Result>(act: (desk: IssueDesk) => Result): Promise<Result> {
    await this.summariseDirtySteps(null);
    return this.#queue.submit(() => act(this.#issueDesk));
  }

  deleteRollout(key: number): Promise<boolean> {
    return this.#queue.submit(() => {
      const removed = deleteRollout(this.#db, key, this.#segments, this.#steps);
      if (removed) this.#counters.nextSequence();
      // A reason that was found by it is found by another from then on.
      if (removed) this.#issueSteps.forget();
      return removed;
    });
  }

  /** What a person says of a run, which detection then reads; null where there is no such run. */
  async overrule<Result>(run: string, act: (overrides: Overrides, runId: number) => Result): Promise<Result | null> {
    await this.settleIncidents(run);
    const result = await this.#queue.submit(() => {
      const row = this.#runs.find(run);
      if (row === null) return null;
      this.#runs.touch(row);
      this.#detections.markDue(row.id);
      return act(this.#overrides, row.id);
    });
    await this.settleIncidents(run);
    return result;
  }

  settleIncidents(run: string | null): Promise<void> {
    return this.#settler.settleIncidents(run);
  }

  async readIngestRate(run: string): Promise<number> {
    const row = this.#runs.find(run);
    return row === null ? 0 : this.#rates.read(row.id, this.#now());
  }

  summariseDirtySteps(run: string | null): Promise<number> {
    return this.#settler.summariseDirtySteps(run);
  }

  async closeIdleSteps(now: number): Promise<number> {
    return this.#queue.submit(() => {
      this.#db.prepare("DELETE FROM idempotency WHERE created_at < ?").run(now - keyLifetimeMs);
      return this.#summariser.closeIdleSteps(now);
    });
  }

  async rebuildSummaries(): Promise<number> {
    await this.#queue.submit(() => {
      dropDerived(this.#db);
      this.#detections.forget();
      this.#issueSteps.forget();
    });
    const done = await this.summariseDirtySteps(null);
    await this.#queue.submit(() => this.#issueSteps.pruneAll());
    return done;
  }

  /** A write about whole runs; what was remembered of them is read again. */
  withRuns<Result>(work: (db: Database.Database, runs: Runs) => Result): Promise<Result> {
    return this.#queue.submit(() => {
      const result = work(this.#db, this.#runs);
      this.#segments.forget();
      this.#sealed.forget();
      this.#blocks.forget();
      return result;
    });
  }

  /** A write of another store in this folder, in the commit that all share. */
  write<Result>(work: (db: Database.Database) => Result): Promise<Result> {
    return this.#queue.submit(() => work(this.#db));
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
