import type Database from "better-sqlite3";
import { judgeComplete } from "@/lib/core/completeness";
import { splits } from "@/lib/core/rollout";
import { ofOnlyEnvironment, type SummarisedRollout, summariseStep } from "@/lib/core/step-summary";
import type { Counters } from "./counters";
import { IdleSteps } from "./idle-steps";
import type { IssueSightings } from "./issue-sightings";
import type { IssueSteps, StepPlace } from "./issue-steps";
import { fromCode, fromStepNumber } from "./rows";
import type { RunDetections } from "./run-detection";
import type { RunOverviews } from "./run-overviews";
import { type RunRow, toSettings } from "./runs";
import type { SealedSteps } from "./sealed-steps";
import type { Segments } from "./segments";
import type { Steps } from "./steps";
import {
  countAttempts,
  NameReader,
  type ReplacedRow,
  replacedColumns,
  replacedJoin,
  type SummarisedValues,
  summarisedColumns,
  toSummarisedRollouts,
} from "./summarised-rows";
import type { WrittenSummaries } from "./written-summaries";

const selectRollouts = `
  SELECT ${summarisedColumns}
  FROM rollout AS r
  WHERE r.segment_id = ? AND r.split = ? AND r.step = ? AND r.counts = 1`;

const selectReplaced = `
  SELECT ${replacedColumns}
  FROM rollout AS r ${replacedJoin}
  WHERE r.segment_id = ? AND r.split = ? AND r.step = ? AND r.counts = 0`;

const selectDirty = "SELECT segment_id, split, step FROM dirty_step WHERE run_id = ? LIMIT ?";

const selectProgress = `
  SELECT s.id, s.step, s.received, s.declared, s.expected, s.complete,
         d.finished_at IS NOT NULL OR d.closed_at IS NOT NULL AS closed
  FROM step_summary AS s
  LEFT JOIN step_declaration AS d ON d.segment_id = s.segment_id AND d.split = s.split AND d.step = s.step
  WHERE s.segment_id = ? AND s.split = ? AND s.environment_id = 0
  ORDER BY s.step`;

const selectDeclaredByEnvironment = `
  SELECT name.text AS environment, count(*) AS listed
  FROM expected_rollout AS e
  JOIN name ON name.id = e.environment_id
  WHERE e.segment_id = ? AND e.split = ? AND e.step = ?
  GROUP BY e.environment_id`;

interface DirtyRow {
  readonly segment_id: number;
  readonly split: number;
  readonly step: number;
}

interface ProgressRow {
  readonly id: number;
  readonly step: number;
  readonly received: number;
  readonly declared: number;
  readonly expected: number;
  readonly complete: number;
  readonly closed: number;
}

export interface SummariserParts {
  readonly counters: Counters;
  readonly segments: Segments;
  readonly sealed: SealedSteps;
  readonly overviews: RunOverviews;
  readonly issueSteps: IssueSteps;
  readonly sightings: IssueSightings;
  readonly steps: Steps;
  readonly written: WrittenSummaries;
  readonly detections: RunDetections;
}

/** Makes the summaries of dirty steps again from their rows; no number in them is ever adjusted. */
export class Summariser {
  readonly #parts: SummariserParts;
  readonly #dirtyRuns: Database.Statement<[], { run_id: number }>;
  readonly #dirty: Database.Statement<[number, number], DirtyRow>;
  readonly #rollouts: Database.Statement<[number, number, number], SummarisedValues>;
  readonly #replaced: Database.Statement<[number, number, number], ReplacedRow>;
  readonly #nameReader: NameReader;
  readonly #declaration: Database.Statement<
    [number, number, number],
    { expected: number | null; started_at: number | null; finished_at: number | null }
  >;
  readonly #listed: Database.Statement<[number, number, number], { listed: number }>;
  readonly #listedByEnvironment: Database.Statement<[number, number, number], { environment: string; listed: number }>;
  readonly #dropOlder: Database.Statement<[number, number, number, number]>;
  readonly #isComplete: Database.Statement<[number, number, number], { complete: number }>;
  readonly #incomplete: Database.Statement<[number], { segment_id: number; split: number }>;
  readonly #noteRemoved: Database.Statement<[number, number, number, number]>;
  readonly #progress: Database.Statement<[number, number], ProgressRow>;
  readonly #setComplete: Database.Statement<[number, number, number, number, number]>;
  readonly #findRun: Database.Statement<[number], RunRow>;
  readonly #idleSteps: IdleSteps;

  constructor(db: Database.Database, parts: SummariserParts) {
    this.#parts = parts;
    this.#dirtyRuns = db.prepare("SELECT DISTINCT run_id FROM dirty_step");
    this.#dirty = db.prepare(selectDirty);
    this.#rollouts = db.prepare<[number, number, number], SummarisedValues>(selectRollouts).raw();
    this.#replaced = db.prepare(selectReplaced);
    this.#nameReader = new NameReader(db);
    this.#declaration = db.prepare(
      "SELECT expected, started_at, finished_at FROM step_declaration WHERE segment_id = ? AND split = ? AND step = ?",
    );
    this.#listed = db.prepare(
      "SELECT count(*) AS listed FROM expected_rollout WHERE segment_id = ? AND split = ? AND step = ?",
    );
    this.#listedByEnvironment = db.prepare(selectDeclaredByEnvironment);
    this.#dropOlder = db.prepare(
      "DELETE FROM step_summary WHERE segment_id = ? AND split = ? AND step = ? AND sequence < ?",
    );
    this.#isComplete = db.prepare(
      "SELECT complete FROM step_summary WHERE segment_id = ? AND split = ? AND environment_id = 0 AND step = ?",
    );
    this.#incomplete = db.prepare(
      "SELECT DISTINCT segment_id, split FROM step_summary WHERE run_id = ? AND complete = 0",
    );
    this.#noteRemoved = db.prepare(
      "INSERT OR REPLACE INTO removed_step (run_id, split, step, sequence) VALUES (?, ?, ?, ?)",
    );
    this.#progress = db.prepare(selectProgress);
    this.#setComplete = db.prepare(
      "UPDATE step_summary SET complete = ?, sequence = ? WHERE segment_id = ? AND split = ? AND step = ?",
    );
    this.#findRun = db.prepare("SELECT * FROM run WHERE id = ?");
    this.#idleSteps = new IdleSteps(db);
  }

  /** Summarises at most `limit` dirty steps of a run. @returns how many it did. */
  summariseRun(runId: number, limit: number): number {
    const run = this.#findRun.get(runId);
    const dirty = run === undefined ? [] : this.#dirty.all(runId, limit);
    if (run === undefined || dirty.length === 0) return 0;
    for (const step of dirty) {
      // A sealed step's rows are gone, and its summary is final.
      if (!this.#parts.sealed.has(step.segment_id, step.split, step.step)) this.#summariseStep(run, step);
      this.#parts.steps.clean(runId, step.segment_id, step.split, step.step);
    }
    this.#settle(run, dirty);
    return dirty.length;
  }

  /** Which steps are complete changed without a row: the run ended, or a segment was told of. */
  settleRun(runId: number): void {
    const run = this.#findRun.get(runId);
    if (run !== undefined) this.#settle(run, []);
  }

  #settle(run: RunRow, changed: readonly DirtyRow[]): void {
    const places = new Map<string, { segment_id: number; split: number }>();
    for (const place of [...changed, ...this.#incomplete.all(run.id)]) {
      places.set(`${place.segment_id} ${place.split}`, place);
    }
    const completed: StepPlace[] = [];
    for (const { segment_id: segment, split } of places.values()) {
      completed.push(...this.#settleCompleteness(run, segment, split));
    }
    this.#parts.overviews.refresh(run.id);
    this.#parts.sightings.judgePlaces([...changed, ...completed]);
    this.#parts.issueSteps.pruneLeft();
    this.#parts.detections.markDue(run.id);
  }

  /** A rollback may have taken names with it. */
  forget(): void {
    this.#nameReader.forget();
    this.#parts.issueSteps.forget();
  }

  listDirtyRuns(): number[] {
    return this.#dirtyRuns.all().map((row) => row.run_id);
  }

  /** Steps that nothing came for are closed by an event that is kept, so that what reads it needs no clock. */
  closeIdleSteps(now: number): number {
    return this.#idleSteps.close(now);
  }

  #summariseStep(run: RunRow, { segment_id: segment, split, step }: DirtyRow): void {
    const rows = this.#rollouts.all(segment, split, step);
    const attempts = countAttempts(this.#replaced.all(segment, split, step));
    const declaration = this.#declaration.get(segment, split, step);
    const listed = this.#listed.get(segment, split, step)?.listed ?? 0;
    const settings = toSettings(run);
    const isTrain = fromCode(splits, split) === "train";
    const byRun = isTrain && (rows.length > 0 || declaration?.started_at != null) ? settings.expectedPerStep : null;
    const declared = declaration?.expected ?? (listed > 0 ? listed : byRun);
    const rollouts = toSummarisedRollouts(rows, attempts, this.#nameReader);
    const ids = rows.map(([id]) => id);
    this.#parts.issueSteps.replaceStep({ segment_id: segment, split, step }, ids, rollouts);
    if (rollouts.length === 0 && (declared ?? 0) === 0) {
      this.#dropOlder.run(segment, split, step, Number.MAX_SAFE_INTEGER);
      this.#noteRemoved.run(run.id, split, step, this.#parts.counters.nextSequence());
      return;
    }
    const about = {
      split: fromCode(splits, split),
      step: fromStepNumber(step),
      segment: "",
      complete: false,
      declaredFinishedAt: declaration?.finished_at ?? null,
      scoring: { onFailed: settings.onFailed, failureReward: settings.failureReward },
    };
    const complete = this.#isComplete.get(segment, split, step)?.complete ?? 0;
    const place = { run: run.id, segment, split, step, complete };
    const firstSequence = this.#parts.counters.nextSequence();
    const whole = summariseStep(rollouts, { ...about, environment: null, declared });
    this.#parts.written.write(place, whole);

    const listedBy = new Map<string, number>();
    if (listed > 0) {
      for (const row of this.#listedByEnvironment.all(segment, split, step)) listedBy.set(row.environment, row.listed);
    }
    const environments = new Map<string, SummarisedRollout[]>([...listedBy.keys()].map((name) => [name, []]));
    for (const rollout of rollouts) {
      if (rollout.environment === null) continue;
      const members = environments.get(rollout.environment);
      if (members === undefined) environments.set(rollout.environment, [rollout]);
      else members.push(rollout);
    }
    for (const [name, members] of environments) {
      const listedHere = listedBy.get(name) ?? null;
      const summary =
        members.length === rollouts.length
          ? ofOnlyEnvironment(whole, name, listedHere)
          : summariseStep(members, { ...about, environment: name, declared: listedHere });
      this.#parts.written.write(place, summary);
    }
    // Environments that left the step.
    this.#dropOlder.run(segment, split, step, firstSequence);
  }

  /** @returns the steps that are complete now and were not. */
  #settleCompleteness(run: RunRow, segmentId: number, split: number): StepPlace[] {
    const rows = this.#progress.all(segmentId, split);
    const segments = this.#parts.segments.list(run.id);
    const isSucceeded = segments.find((segment) => segment.id === segmentId)?.superseded_from !== null;
    const isOver = run.finished !== null || isSucceeded;
    const isAsynchronous = toSettings(run).asynchronous;
    const complete = judgeComplete(
      rows.map((row) => ({
        step: row.step,
        received: row.received,
        declared: row.declared === 1 ? row.expected : null,
        isClosed: row.closed === 1,
      })),
      { isOver, isAsynchronous },
    );
    const completed: StepPlace[] = [];
    rows.forEach((row, index) => {
      const isComplete = complete[index] === true ? 1 : 0;
      if (row.complete === isComplete) return;
      this.#setComplete.run(isComplete, this.#parts.counters.nextSequence(), segmentId, split, row.step);
      if (isComplete === 1) completed.push({ segment_id: segmentId, split, step: row.step });
    });
    return completed;
  }
}
