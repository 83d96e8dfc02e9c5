import type Database from "better-sqlite3";
import type { IncidentEvent } from "@/lib/core/alerts/notice";
import type { RunTally } from "@/lib/core/compare/run-tally";
import type { Severity } from "@/lib/core/detect/severity";
import type { Revision, RunChanges } from "@/lib/core/frame";
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { IssueDifference, IssueDifferenceFilter } from "@/lib/core/issues/issue-difference";
import type { IssueFilter, IssuePage } from "@/lib/core/issues/issue-filter";
import type { PlannedAct } from "@/lib/core/retention";
import type { RunDetail } from "@/lib/core/run";
import { emptyVerdict, type RunIncident, type RunVerdict } from "@/lib/core/run-incident";
import type { RunListEntry } from "@/lib/core/run-list";
import type { RunContents } from "@/lib/core/run-removal";
import type { StorageSizes } from "@/lib/core/run-size";
import type { PeriodFilter, ScorePeriod } from "@/lib/core/score-period";
import type { GroupPage, StepGroups } from "@/lib/core/step-groups";
import type { StepSummary } from "@/lib/core/step-summary";
import type { RolloutDetail, RolloutFilter, RolloutPage, StepFilter } from "@/lib/core/stored-rollout";
import type { RunReading, StepPlace, StepRange, StorageReport, TelemetryReader, TelemetryWriter } from "../store";
import { listStretches, toChangedRange } from "./changed-steps";
import { readRevision } from "./counters";
import { DirtyMarks } from "./dirty-marks";
import {
  countOpenIncidents,
  listIncidentEvents,
  listIncidents,
  listRunsWithChangedIncidents,
  readVerdict,
} from "./read-incidents";
import { countSealedSteps } from "./read-retention";
import { checkCursor, readRollout } from "./read-rollouts";
import { listChangedRuns, listRuns, readOverview, readRun } from "./read-runs";
import { readStepPlace } from "./read-step-groups";
import { findRun, listSuperseded, readChanges, readStepRange } from "./read-steps";
import type { ReadWorkerPool } from "./read-worker-pool";
import { noStep } from "./rows";
import { isShownRun, judgeRunState } from "./runs";
import { StepLists } from "./step-lists";

export interface ReaderParts {
  readonly db: Database.Database;
  readonly pool: ReadWorkerPool;
  readonly writer: Pick<TelemetryWriter, "summariseDirtySteps" | "settleIncidents" | "readIngestRate">;
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
  readonly #marks: DirtyMarks;
  readonly #stepLists: StepLists;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#marks = new DirtyMarks(parts.db);
    this.#stepLists = new StepLists(parts.db);
  }

  /** All that a function reads is of one moment, whatever is committed meanwhile. */
  #atOnce<Result>(read: (db: Database.Database) => Result): Result {
    const { db } = this.#parts;
    db.exec("BEGIN");
    try {
      return read(db);
    } finally {
      db.exec("COMMIT");
    }
  }

  async readRevision(): Promise<Revision> {
    return readRevision(this.#parts.db);
  }

  async listRuns(): Promise<readonly RunListEntry[]> {
    await this.#settleIncidents(null);
    return this.#atOnce((db) => listRuns(db, this.#parts.now()));
  }

  async hasRun(run: string): Promise<boolean> {
    return findRun(this.#parts.db, run) !== null;
  }

  async readRun(run: string): Promise<RunDetail | null> {
    await this.#settleIncidents(run);
    return this.#atOnce((db) => readRun(db, run, this.#parts.now()));
  }

  async listSteps(filter: StepFilter): Promise<{ revision: Revision; steps: readonly StepSummary[] }> {
    await this.#settle(filter.run);
    if (filter.labels.length > 0) {
      const revision = readRevision(this.#parts.db);
      return { revision, steps: await this.#parts.pool.listSteps(filter) };
    }
    return this.#atOnce((db) => ({ revision: readRevision(db), steps: this.#stepLists.list(filter) }));
  }

  async findSteps(run: string, moments: readonly number[]): Promise<readonly (number | null)[]> {
    await this.#settle(run);
    return this.#parts.pool.findSteps(run, moments);
  }

  async readStepRange(filter: StepFilter): Promise<StepRange | null> {
    await this.#settle(filter.run);
    return readStepRange(this.#parts.db, filter);
  }

  async readRunView(filter: StepFilter): Promise<RunReading | null> {
    await this.#settleIncidents(filter.run);
    const { from: _from, to: _to, ...whole } = filter;
    const labelled = filter.labels.length > 0 ? await this.#parts.pool.listSteps(whole) : null;
    const recentPerMinute = await this.#parts.writer.readIngestRate(filter.run);
    return this.#atOnce((db) => this.#readView(db, filter, whole, labelled, recentPerMinute));
  }

  #readView(
    db: Database.Database,
    filter: StepFilter,
    whole: StepFilter,
    labelled: readonly StepSummary[] | null,
    recentPerMinute: number,
  ): RunReading | null {
    const detail = readRun(db, filter.run, this.#parts.now());
    if (detail === null) return null;
    const isCurrent = filter.segment === undefined && filter.split === "train" && filter.labels.length === 0;
    const evalBlocks = this.#stepLists.list({ ...whole, split: "eval", from: noStep, to: noStep, labels: [] });
    return {
      revision: readRevision(db),
      detail,
      steps: labelled ?? this.#stepLists.list(whole),
      range: readStepRange(db, filter),
      whole: readStepRange(db, whole),
      superseded: isCurrent && filter.environment === undefined ? listSuperseded(db, filter.run) : [],
      evalBlock: evalBlocks[0] ?? null,
      ...this.#readIncidents(db, filter.run),
      recentPerMinute,
    };
  }

  async readIngestRate(run: string): Promise<number> {
    return this.#parts.writer.readIngestRate(run);
  }

  async listSupersededSteps(run: string): Promise<readonly StepSummary[]> {
    await this.#settle(run);
    return listSuperseded(this.#parts.db, run);
  }

  async listRollouts(filter: RolloutFilter): Promise<RolloutPage> {
    // A worker's errors arrive as words; what a caller did wrong is judged here.
    checkCursor(filter);
    const asksForIssue = filter.where?.some((one) => one.as === "numbers" && one.field === "issue") === true;
    if (filter.issue !== undefined || asksForIssue) await this.#settle(filter.run);
    return this.#parts.pool.listRollouts(filter, this.#parts.now());
  }

  async readScores(filter: PeriodFilter): Promise<ScorePeriod | null> {
    await this.#settle(filter.run);
    return this.#parts.pool.readScores(filter);
  }

  async readTally(filter: StepFilter): Promise<RunTally | null> {
    await this.#settle(filter.run);
    return this.#parts.pool.readTally(filter);
  }

  async readStepGroups(filter: StepFilter, page: GroupPage): Promise<StepGroups> {
    return this.#parts.pool.readStepGroups(filter, page);
  }

  async readStepPlace(filter: StepFilter, step: number): Promise<StepPlace> {
    await this.#settle(filter.run);
    return readStepPlace(this.#parts.db, filter, step);
  }

  async readRollout(key: number): Promise<RolloutDetail | null> {
    return readRollout(this.#parts.db, key);
  }

  async listIssues(filter: IssueFilter): Promise<IssuePage> {
    await this.#settle(filter.run ?? null);
    return this.#parts.pool.listIssues(filter, this.#parts.now());
  }

  async readIssue(id: number): Promise<IssueDetail | null> {
    await this.#settle(null);
    return this.#parts.pool.readIssue(id, this.#parts.now());
  }

  async readIssueDifference(filter: IssueDifferenceFilter): Promise<IssueDifference | null> {
    await this.#settle(filter.run);
    return this.#parts.pool.readDifference(filter);
  }

  async readChanges(filter: StepFilter, since: Revision): Promise<RunChanges> {
    await this.#settleIncidents(filter.run);
    const isLabelled = filter.labels.length > 0;
    const found = this.#atOnce((db) => {
      const { changed, isRunChanged, ...about } = readChanges(db, filter, since);
      const changes = { ...about, overview: isRunChanged ? readOverview(db, filter.run, this.#parts.now()) : null };
      const range = toChangedRange(changed, filter);
      return { changed, changes, range, steps: isLabelled || range === null ? [] : listStretches(db, range, changed) };
    });
    const { changed, changes, range } = found;
    if (range === null) return { ...changes, steps: [] };
    if (isLabelled && changed.length > labelledChanges) return { ...changes, steps: [], known: false };
    const wanted = new Set(changed);
    const current = isLabelled ? await this.#parts.pool.listSteps(range) : found.steps;
    const steps = current.filter((summary) => wanted.has(summary.step ?? noStep));
    const present = new Set(steps.map((summary) => summary.step ?? noStep));
    const removed = changed
      .filter((step) => step >= range.from && step <= range.to && !present.has(step))
      .map((step) => ({ split: filter.split, step: step === noStep ? null : step }));
    return { ...changes, steps, removed };
  }

  async listChangedRuns(since: Revision): Promise<{ revision: Revision; runs: readonly string[] }> {
    await this.#settleIncidents(null);
    return this.#atOnce((db) => ({ revision: readRevision(db), runs: listChangedRuns(db, since.sequence) }));
  }

  async listIncidents(run: string): Promise<readonly RunIncident[]> {
    await this.#settleIncidents(run);
    return this.#atOnce((db) => this.#readIncidents(db, run).incidents);
  }

  async readVerdict(run: string): Promise<RunVerdict> {
    await this.#settleIncidents(run);
    return this.#atOnce((db) => this.#readIncidents(db, run).verdict);
  }

  #readIncidents(db: Database.Database, run: string) {
    const row = findRun(db, run);
    if (row === null) return { incidents: [], verdict: emptyVerdict };
    const state = judgeRunState(row, this.#parts.now());
    return { incidents: listIncidents(db, row.id), verdict: readVerdict(db, row.id, state) };
  }

  async listRunsWithChangedIncidents(since: Revision): Promise<readonly string[]> {
    return listRunsWithChangedIncidents(this.#parts.db, since.sequence);
  }

  async listIncidentEvents(after: number, limit: number): Promise<readonly IncidentEvent[]> {
    return listIncidentEvents(this.#parts.db, after, limit);
  }

  async countOpenIncidents(): Promise<ReadonlyMap<Severity, number>> {
    return countOpenIncidents(this.#parts.db);
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

  async readRunContents(run: string): Promise<RunContents | null> {
    // Which issues are this run's alone depends on every other.
    await this.#settleIncidents(null);
    return this.#parts.pool.readContents(run);
  }

  async countSealedSteps(run: string): Promise<number> {
    return countSealedSteps(this.#parts.db, run);
  }

  async readSizes(): Promise<StorageSizes> {
    return this.#parts.pool.readSizes();
  }

  async planRetention(): Promise<readonly PlannedAct[]> {
    await this.#settleIncidents(null);
    return this.#parts.pool.planRetention(this.#parts.now());
  }

  async #settleIncidents(run: string | null): Promise<void> {
    if (this.#marks.hasWork(run)) await this.#parts.writer.settleIncidents(run);
  }

  async #settle(run: string | null): Promise<void> {
    if (this.#marks.hasDirtySteps(run)) await this.#parts.writer.summariseDirtySteps(run);
  }
}
