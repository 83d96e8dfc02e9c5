import type Database from "better-sqlite3";
import type { Revision, RunChanges } from "@/lib/core/frame";
import type { RunDetail } from "@/lib/core/run";
import { emptyVerdict } from "@/lib/core/run-incident";
import type { RunListEntry } from "@/lib/core/run-list";
import type { StepSummary } from "@/lib/core/step-summary";
import type { RolloutDetail, RolloutFilter, RolloutPage, StepFilter } from "@/lib/core/stored-rollout";
import type { RunReading, StepRange, StorageReport, TelemetryReader } from "../store";
import { readRevision } from "./counters";
import { checkCursor, readRollout } from "./read-rollouts";
import { listChangedRuns, listRuns, readOverview, readRun } from "./read-runs";
import { findRun, listSummaries, listSuperseded, readChanges, readStepRange } from "./read-steps";
import type { ReadWorkerPool } from "./read-worker-pool";
import { noStep } from "./rows";
import { isShownRun } from "./runs";
import type { SqliteWriter } from "./writer";

/** Runs of neighbouring steps, each by its first and last: what changed is read, and not what lies between. */
function toStretches(steps: readonly number[]): (readonly [first: number, last: number])[] {
  const stretches: [number, number][] = [];
  for (const step of steps) {
    const open = stretches[stretches.length - 1];
    if (open !== undefined && step === open[1] + 1) open[1] = step;
    else stretches.push([step, step]);
  }
  return stretches;
}

export interface ReaderParts {
  readonly db: Database.Database;
  readonly pool: ReadWorkerPool;
  readonly writer: SqliteWriter;
  readonly now: () => number;
  readonly file: string;
  readonly version: number;
  readonly fileSize: (file: string) => number;
}

/** Changed steps of a label filter that are worth reading one by one; beyond, everything is read again. */
const labelledChanges = 200;

/** Reads on a connection that can't write. What a read covers is summarised first, so it answers for all acknowledged. */
export class SqliteReader implements TelemetryReader {
  readonly #parts: ReaderParts;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  async readRevision(): Promise<Revision> {
    return readRevision(this.#parts.db);
  }

  async listRuns(): Promise<readonly RunListEntry[]> {
    await this.#settle(null);
    return listRuns(this.#parts.db, this.#parts.now());
  }

  async hasRun(run: string): Promise<boolean> {
    return findRun(this.#parts.db, run) !== null;
  }

  async readRun(run: string): Promise<RunDetail | null> {
    await this.#settle(run);
    return readRun(this.#parts.db, run, this.#parts.now());
  }

  async listSteps(filter: StepFilter): Promise<{ revision: Revision; steps: readonly StepSummary[] }> {
    await this.#settle(filter.run);
    const revision = readRevision(this.#parts.db);
    const isLong = filter.labels.length > 0;
    const steps = isLong ? await this.#parts.pool.listSteps(filter) : listSummaries(this.#parts.db, filter);
    return { revision, steps };
  }

  async readStepRange(filter: StepFilter): Promise<StepRange | null> {
    await this.#settle(filter.run);
    return readStepRange(this.#parts.db, filter);
  }

  async readRunView(filter: StepFilter): Promise<RunReading | null> {
    await this.#settle(filter.run);
    const { db, now, pool, writer } = this.#parts;
    const { from: _from, to: _to, ...whole } = filter;
    const labelled = filter.labels.length > 0 ? await pool.listSteps(whole) : null;
    // From here on nothing waits, so that no commit comes in between.
    const row = findRun(db, filter.run);
    const detail = readRun(db, filter.run, now());
    if (row === null || detail === null) return null;
    const isCurrent = filter.segment === undefined && filter.split === "train" && filter.labels.length === 0;
    const evalBlocks = listSummaries(db, { ...whole, split: "eval", from: noStep, to: noStep, labels: [] });
    return {
      revision: readRevision(db),
      detail,
      steps: labelled ?? listSummaries(db, whole),
      range: readStepRange(db, filter),
      whole: readStepRange(db, whole),
      superseded: isCurrent && filter.environment === undefined ? listSuperseded(db, filter.run) : [],
      evalBlock: evalBlocks[0] ?? null,
      recentPerMinute: writer.rates.read(row.id, now()),
      incidents: [],
      verdict: emptyVerdict,
    };
  }

  async readIngestRate(run: string): Promise<number> {
    const row = findRun(this.#parts.db, run);
    return row === null ? 0 : this.#parts.writer.rates.read(row.id, this.#parts.now());
  }

  async listSupersededSteps(run: string): Promise<readonly StepSummary[]> {
    await this.#settle(run);
    return listSuperseded(this.#parts.db, run);
  }

  async listRollouts(filter: RolloutFilter): Promise<RolloutPage> {
    // A worker's errors arrive as words; what a caller did wrong is judged here.
    checkCursor(filter);
    return this.#parts.pool.listRollouts(filter);
  }

  async readRollout(key: number): Promise<RolloutDetail | null> {
    return readRollout(this.#parts.db, key);
  }

  async readChanges(filter: StepFilter, since: Revision): Promise<RunChanges> {
    await this.#settle(filter.run);
    const { db, now } = this.#parts;
    const { changed, isRunChanged, ...changes } = readChanges(db, filter, since);
    const overview = isRunChanged ? readOverview(db, filter.run, now()) : null;
    const first = changed[0];
    const last = changed[changed.length - 1];
    if (first === undefined || last === undefined) return { ...changes, overview, steps: [] };
    if (filter.labels.length > 0 && changed.length > labelledChanges) {
      return { ...changes, overview, steps: [], known: false };
    }
    const range = { ...filter, from: Math.max(first, filter.from ?? noStep), to: Math.min(last, filter.to ?? last) };
    const current =
      filter.labels.length > 0
        ? await this.#parts.pool.listSteps(range)
        : toStretches(changed).flatMap(([from, to]) =>
            from > range.to || to < range.from
              ? []
              : listSummaries(db, { ...filter, from: Math.max(from, range.from), to: Math.min(to, range.to) }),
          );
    const wanted = new Set(changed);
    const steps = current.filter((summary) => wanted.has(summary.step ?? noStep));
    const present = new Set(steps.map((summary) => summary.step ?? noStep));
    const removed = changed
      .filter((step) => step >= range.from && step <= range.to && !present.has(step))
      .map((step) => ({ split: filter.split, step: step === noStep ? null : step }));
    return { ...changes, overview, steps, removed };
  }

  async listChangedRuns(since: Revision): Promise<{ revision: Revision; runs: readonly string[] }> {
    await this.#settle(null);
    return { revision: readRevision(this.#parts.db), runs: listChangedRuns(this.#parts.db, since.sequence) };
  }

  async readStorage(): Promise<StorageReport> {
    const { db, file, fileSize, version } = this.#parts;
    const count = (table: string) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    const counted = db.prepare("SELECT coalesce(sum(rollouts), 0) FROM run_overview").pluck().get();
    return {
      engine: `SQLite ${String(db.prepare("SELECT sqlite_version()").pluck().get())}`,
      schemaVersion: version,
      databaseBytes: fileSize(file),
      walBytes: fileSize(`${file}-wal`),
      runs: count(`run WHERE ${isShownRun}`),
      rollouts: Number(counted),
      dirtySteps: count("dirty_step"),
    };
  }

  #settle(run: string | null): Promise<number> {
    return this.#parts.writer.summariseDirtySteps(run);
  }
}
