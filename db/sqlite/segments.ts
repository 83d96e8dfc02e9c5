import type Database from "better-sqlite3";
import type { Counters } from "./counters";
import { newKeyOrder } from "./identity";

export interface SegmentRow {
  readonly id: number;
  readonly run_id: number;
  readonly name: string;
  readonly started_at: number | null;
  readonly from_step: number | null;
  readonly first_step: number | null;
  readonly superseded_from: number | null;
  readonly first_heard_at: number;
  readonly key_order: number;
}

/** The name of the segment that rows join when none was ever named. */
const firstSegment = "first";

/** The segment that nobody named was there before any that somebody did, whenever its rows came in. */
function startOf(segment: SegmentRow): number {
  if (segment.name === firstSegment && segment.started_at === null) return Number.NEGATIVE_INFINITY;
  return segment.started_at ?? segment.first_heard_at;
}

/** Launches in their order: by when they started, else by when they were first heard of; never by arrival of rows. */
export function compareSegments(a: SegmentRow, b: SegmentRow): number {
  const [first, second] = [startOf(a), startOf(b)];
  return first === second ? a.id - b.id : first - second;
}

/** The first step of a segment: the one it was told to begin with, or a lower one that was heard of. */
export function firstStepOf(segment: Pick<SegmentRow, "from_step" | "first_step">): number | null {
  const { from_step: told, first_step: heard } = segment;
  return told === null || heard === null ? (told ?? heard) : Math.min(told, heard);
}

/** From which step on each segment was run again: the lowest first step of any newer one. Segments in their order. */
function judgeSuperseded(segments: readonly SegmentRow[]): ReadonlyMap<number, number | null> {
  const from = new Map<number, number | null>();
  let lowest: number | null = null;
  for (const segment of [...segments].reverse()) {
    from.set(segment.id, lowest);
    const first = firstStepOf(segment);
    if (first !== null) lowest = lowest === null ? first : Math.min(lowest, first);
  }
  return from;
}

const selectLowestStep = `
  SELECT min(step) AS step FROM (
    SELECT min(step) AS step FROM rollout WHERE segment_id = :segment AND split = 0
    UNION ALL
    SELECT min(step) FROM step_declaration
    WHERE segment_id = :segment AND split = 0 AND (expected IS NOT NULL OR started_at IS NOT NULL)
    UNION ALL
    SELECT min(step) FROM sealed_step WHERE segment_id = :segment AND split = 0
    UNION ALL
    SELECT min(step) FROM expected_rollout WHERE segment_id = :segment AND split = 0)`;

/** The segments of runs, remembered while writing. */
export class Segments {
  readonly #list: Database.Statement<[number], SegmentRow>;
  readonly #insert: Database.Statement<[number, string, number | null, number | null, number]>;
  readonly #setFirstStep: Database.Statement<[number | null, number]>;
  readonly #lowestStep: Database.Statement<[object], { step: number | null }>;
  readonly #declare: Database.Statement<[number | null, number | null, number]>;
  readonly #hear: Database.Statement<[object]>;
  readonly #setSuperseded: Database.Statement<[number | null, number]>;
  readonly #touchSummaries: Database.Statement<[number, number, number]>;
  readonly #touchRun: Database.Statement<[number, number]>;
  readonly #markNewest: Database.Statement<[object]>;
  readonly #counters: Counters;
  readonly #known = new Map<number, SegmentRow[]>();

  constructor(db: Database.Database, counters: Counters) {
    this.#counters = counters;
    this.#list = db.prepare("SELECT * FROM segment WHERE run_id = ?");
    this.#insert = db.prepare(
      `INSERT INTO segment (run_id, name, started_at, from_step, first_heard_at, key_order)
       VALUES (?, ?, ?, ?, ?, ${newKeyOrder})`,
    );
    this.#setFirstStep = db.prepare("UPDATE segment SET first_step = ? WHERE id = ?");
    this.#lowestStep = db.prepare(selectLowestStep);
    this.#declare = db.prepare(
      "UPDATE segment SET started_at = coalesce(?, started_at), from_step = coalesce(?, from_step) WHERE id = ?",
    );
    this.#hear = db.prepare(`
      UPDATE segment SET
        started_at = coalesce(started_at, :startedAt), from_step = coalesce(from_step, :fromStep),
        first_heard_at = min(first_heard_at, :firstHeardAt)
      WHERE id = :id`);
    this.#setSuperseded = db.prepare("UPDATE segment SET superseded_from = ? WHERE id = ?");
    this.#touchSummaries = db.prepare("UPDATE step_summary SET sequence = ? WHERE segment_id = ? AND step >= ?");
    this.#touchRun = db.prepare("UPDATE run SET sequence = ? WHERE id = ?");
    this.#markNewest = db.prepare(`
      INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
      SELECT run_id, segment_id, split, max(step)
      FROM step_summary
      WHERE run_id = :run AND environment_id = 0 AND (:segment IS NULL OR segment_id = :segment)
      GROUP BY segment_id, split`);
  }

  /** In their order, newest last. */
  list(runId: number): readonly SegmentRow[] {
    let segments = this.#known.get(runId);
    if (segments === undefined) {
      segments = this.#list.all(runId).sort(compareSegments);
      if (this.#known.size > 1_000) this.#known.clear();
      this.#known.set(runId, segments);
    }
    return segments;
  }

  /** The segment of that name, made where it is new; without a name the newest, made where there is none. */
  resolve(runId: number, name: string | null, now: number): SegmentRow {
    const segments = this.list(runId);
    const found = name === null ? segments[segments.length - 1] : segments.find((segment) => segment.name === name);
    return found ?? this.#add(runId, name ?? firstSegment, null, null, now);
  }

  /** Names a launch, or adds what is told of one that is known. */
  declare(runId: number, name: string, startedAt: number | null, fromStep: number | null, now: number): SegmentRow {
    const known = this.list(runId).find((segment) => segment.name === name);
    if (known === undefined) return this.#add(runId, name, startedAt, fromStep, now);
    this.#declare.run(startedAt, fromStep, known.id);
    return this.#settle(runId, known.id);
  }

  /** A launch as another server knew it; what is known of it here stays. */
  restore(
    runId: number,
    name: string,
    startedAt: number | null,
    fromStep: number | null,
    firstHeardAt: number,
  ): SegmentRow {
    const known = this.list(runId).find((segment) => segment.name === name);
    if (known === undefined) return this.#add(runId, name, startedAt, fromStep, firstHeardAt);
    this.#hear.run({ id: known.id, startedAt, fromStep, firstHeardAt });
    return this.#settle(runId, known.id);
  }

  /** A train row of a step was heard of, or the step was declared: older segments end before it. */
  noteStep(segment: SegmentRow, step: number): void {
    if (segment.first_step !== null && segment.first_step <= step) return;
    this.#setFirstStep.run(step, segment.id);
    this.#settle(segment.run_id, segment.id);
  }

  /** Rows left a segment's first step, for another one or for good. */
  recountFirstStep(segment: SegmentRow): void {
    const first = this.#lowestStep.get({ segment: segment.id })?.step ?? null;
    if (first === segment.first_step) return;
    this.#setFirstStep.run(first, segment.id);
    this.#settle(segment.run_id, segment.id);
  }

  /** A run goes on: which of its steps are complete is judged again. */
  reopen(runId: number): void {
    this.#markNewest.run({ run: runId, segment: null });
  }

  forget(): void {
    this.#known.clear();
  }

  #add(runId: number, name: string, startedAt: number | null, fromStep: number | null, now: number): SegmentRow {
    const { lastInsertRowid } = this.#insert.run(runId, name, startedAt, fromStep, now);
    return this.#settle(runId, Number(lastInsertRowid));
  }

  /** Judges again from where each segment was superseded, and tells live readers of steps that came or went by it. */
  #settle(runId: number, id: number): SegmentRow {
    this.#known.delete(runId);
    const segments = this.list(runId);
    let isChanged = false;
    for (const [segmentId, from] of judgeSuperseded(segments)) {
      const segment = segments.find((one) => one.id === segmentId);
      if (segment === undefined || segment.superseded_from === from) continue;
      this.#setSuperseded.run(from, segmentId);
      const touched = Math.min(from ?? Number.MAX_SAFE_INTEGER, segment.superseded_from ?? Number.MAX_SAFE_INTEGER);
      this.#touchSummaries.run(this.#counters.nextSequence(), segmentId, touched);
      // Which of its steps are complete is judged again with the newest of them.
      this.#markNewest.run({ run: runId, segment: segmentId });
      isChanged = true;
    }
    if (isChanged) this.#known.delete(runId);
    this.#touchRun.run(this.#counters.nextSequence(), runId);
    const settled = this.list(runId).find((segment) => segment.id === id);
    if (settled === undefined) throw new Error(`segment ${id} vanished while it was written`);
    return settled;
  }
}
