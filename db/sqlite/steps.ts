import type Database from "better-sqlite3";
import { type Split, splits } from "@/lib/core/rollout";
import type { ExpectedRollout, StepDeclaration } from "../store";
import { toIdentity } from "./identity";
import type { Names } from "./names";
import { toCode } from "./rows";
import { type RunRow, toSettings } from "./runs";
import type { SegmentRow } from "./segments";

interface DeclaredRow {
  readonly expected: number | null;
  readonly listed: number;
}

const selectDeclared = `
  SELECT
    (SELECT expected FROM step_declaration
      WHERE segment_id = :segment AND split = :split AND step = :step) AS expected,
    (SELECT count(*) FROM expected_rollout
      WHERE segment_id = :segment AND split = :split AND step = :step) AS listed`;

const declareStep = `
  INSERT INTO step_declaration (segment_id, split, step, expected, started_at, finished_at, checkpoint)
  VALUES (:segment, :split, :step, :expected, :startedAt, :finishedAt, :checkpoint)
  ON CONFLICT (segment_id, split, step) DO UPDATE SET
    expected    = coalesce(excluded.expected, expected),
    started_at  = coalesce(excluded.started_at, started_at),
    finished_at = coalesce(excluded.finished_at, finished_at),
    checkpoint  = coalesce(excluded.checkpoint, checkpoint)`;

const insertExpected = `
  INSERT OR IGNORE INTO expected_rollout
    (segment_id, split, step, identity, environment_id, group_key, sample, sent_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

interface TouchedStep {
  readonly segment: SegmentRow;
  readonly split: Split;
  readonly step: number;
}

function toKey(segmentId: number, split: Split, step: number): string {
  return `${segmentId} ${split} ${step}`;
}

/** Declarations of steps, and the marks on those whose summary has to be made again. */
export class Steps {
  readonly #markDirty: Database.Statement<[number, number, number, number]>;
  readonly #markAllDirty: Database.Statement<[object]>;
  readonly #declared: Database.Statement<[object], DeclaredRow>;
  readonly #received: Database.Statement<[number, number, number], { received: number }>;
  readonly #declare: Database.Statement<[object]>;
  readonly #insertExpected: Database.Statement;
  readonly #clean: Database.Statement<[number, number, number, number]>;
  readonly #names: Names;
  /** Of this batch. */
  #touched = new Map<string, TouchedStep>();
  /** Marked in this transaction: many batches of a commit are about the same steps. */
  readonly #marked = new Set<string>();
  /** Read in this transaction, by the same keys. */
  readonly #knownDeclared = new Map<string, number | null>();

  constructor(db: Database.Database, names: Names) {
    this.#names = names;
    this.#markDirty = db.prepare(
      "INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step) VALUES (?, ?, ?, ?)",
    );
    this.#clean = db.prepare("DELETE FROM dirty_step WHERE run_id = ? AND segment_id = ? AND split = ? AND step = ?");
    this.#markAllDirty = db.prepare(`
      INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
      SELECT run_id, segment_id, split, step FROM step_summary WHERE run_id = :run
      UNION
      SELECT segment.run_id, segment_id, split, step
      FROM step_declaration JOIN segment ON segment.id = segment_id WHERE segment.run_id = :run`);
    this.#declared = db.prepare(selectDeclared);
    this.#received = db.prepare(
      "SELECT count(*) AS received FROM rollout WHERE segment_id = ? AND split = ? AND step = ? AND counts = 1",
    );
    this.#declare = db.prepare(declareStep);
    this.#insertExpected = db.prepare(insertExpected);
  }

  openBatch(): void {
    this.#touched = new Map();
  }

  markDirty(segment: SegmentRow, split: Split, step: number): void {
    const key = toKey(segment.id, split, step);
    if (this.#touched.has(key)) return;
    this.#touched.set(key, { segment, split, step });
    if (this.#marked.has(key)) return;
    this.#markDirty.run(segment.run_id, segment.id, toCode(splits, split), step);
    this.#marked.add(key);
  }

  /** The step is summarised as it stands. */
  clean(runId: number, segmentId: number, split: number, step: number): void {
    this.#marked.clear();
    this.#clean.run(runId, segmentId, split, step);
  }

  /** A transaction ended, or part of it was undone: what was marked and read in it is asked anew. */
  forget(): void {
    this.#marked.clear();
    this.#knownDeclared.clear();
  }

  /** What a step may expect was told anew for the whole run. */
  markAllDirty(runId: number): void {
    this.#markAllDirty.run({ run: runId });
  }

  /** The steps of this batch that have now heard more than was declared for them. */
  listOverfull(run: RunRow): { step: number; declared: number; received: number }[] {
    const { expectedPerStep } = toSettings(run);
    const overfull: { step: number; declared: number; received: number }[] = [];
    for (const { segment, split, step } of this.#touched.values()) {
      const declared = this.readDeclared(segment.id, split, step) ?? (split === "train" ? expectedPerStep : null);
      if (declared === null) continue;
      const received = this.#received.get(segment.id, toCode(splits, split), step)?.received ?? 0;
      if (received > declared) overfull.push({ step, declared, received });
    }
    return overfull;
  }

  /** What was declared for one step by its count or by a list; null where neither was. */
  readDeclared(segmentId: number, split: Split, step: number): number | null {
    const key = toKey(segmentId, split, step);
    let declared = this.#knownDeclared.get(key);
    if (declared === undefined) {
      const row = this.#declared.get({ segment: segmentId, split: toCode(splits, split), step });
      declared = row?.expected ?? (row !== undefined && row.listed > 0 ? row.listed : null);
      this.#knownDeclared.set(key, declared);
    }
    return declared;
  }

  declare(segment: SegmentRow, split: Split, step: number, told: StepDeclaration): void {
    this.#declare.run({
      segment: segment.id,
      split: toCode(splits, split),
      step,
      expected: told.expected ?? null,
      startedAt: told.startedAt ?? null,
      finishedAt: told.finishedAt ?? null,
      checkpoint: told.checkpoint ?? null,
    });
    for (const one of told.expectedIds ?? []) this.#expect(segment, split, step, one);
    this.#knownDeclared.clear();
    this.openBatch();
    this.markDirty(segment, split, step);
  }

  #expect(segment: SegmentRow, split: Split, step: number, one: ExpectedRollout): void {
    const environment = one.environment === null ? null : this.#names.intern(one.environment);
    const { group, sample, id } = one;
    const identity = toIdentity(segment, { split, step, environmentId: environment, group, sample, id });
    if (identity === null) return;
    const code = toCode(splits, split);
    this.#insertExpected.run(segment.id, code, step, identity, environment, one.group, one.sample, one.id);
  }
}
