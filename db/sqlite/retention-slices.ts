import type Database from "better-sqlite3";
import type { ActSlice } from "../retention-store";
import { rowBytes } from "./read-contents";
import type { RunRow } from "./runs";

/** Numbers of rollouts that are looked at in one commit; others' rows lie among them. */
const windowRows = 20_000;
const sliceRows = 5_000;
const sliceBlocks = 100;
const sliceSteps = 200;

/** Below any rollout's number: there may be more steps to seal, and rows of sealed ones to remove. */
const rowsCursor = -1;
/** Above any rollout's number: what comes behind the rows. */
const blocksCursor = Number.MAX_SAFE_INTEGER;

const ofWindow = "id > :after AND id <= :to AND run_id = :run";

/** Steps that have rows, are summarised as they are, and are not sealed. */
const selectSteps = `
  SELECT s.segment_id, s.split, s.step
  FROM step_summary AS s
  WHERE s.run_id = :run AND s.environment_id = 0
    AND NOT EXISTS (SELECT 1 FROM sealed_step AS z
      WHERE z.segment_id = s.segment_id AND z.split = s.split AND z.step = s.step)
    AND NOT EXISTS (SELECT 1 FROM dirty_step AS d
      WHERE d.segment_id = s.segment_id AND d.split = s.split AND d.step = s.step)
    AND EXISTS (SELECT 1 FROM rollout AS r WHERE r.segment_id = s.segment_id AND r.split = s.split AND r.step = s.step)
  LIMIT ${sliceSteps}`;

const deleteRows = `
  DELETE FROM rollout WHERE id IN (
    SELECT r.id
    FROM sealed_step AS z
    JOIN segment ON segment.id = z.segment_id
    JOIN rollout AS r ON r.segment_id = z.segment_id AND r.split = z.split AND r.step = z.step
    WHERE segment.run_id = :run
    LIMIT ${sliceRows})`;

interface Gone {
  readonly steps: number;
  readonly rollouts: number;
  readonly bytes: number;
}

const nothing: Gone = { steps: 0, rollouts: 0, bytes: 0 };

/** Removes text or rows of a run bit by bit. What a crash leaves undone is done by the next application of the rules. */
export class RetentionSlices {
  readonly #steps: Database.Statement<[object], { segment_id: number; split: number; step: number }>;
  readonly #seal: Database.Statement<[number, number, number, number]>;
  readonly #deleteRows: Database.Statement<[object]>;
  readonly #cutText: Database.Statement<[object]>;
  readonly #cutReplaced: Database.Statement<[object]>;
  readonly #blocks: Database.Statement<[object], { id: number; bytes: number }>;
  readonly #deleteBlock: Database.Statement<[number]>;
  readonly #note: Database.Statement<[object]>;

  constructor(db: Database.Database) {
    this.#steps = db.prepare(selectSteps);
    this.#seal = db.prepare("INSERT INTO sealed_step (segment_id, split, step, sealed_at) VALUES (?, ?, ?, ?)");
    this.#deleteRows = db.prepare(deleteRows);
    this.#cutText = db.prepare(`
      UPDATE rollout SET block_id = NULL, block_offset = NULL, block_length = NULL
      WHERE ${ofWindow} AND block_id IS NOT NULL`);
    this.#cutReplaced = db.prepare(
      `DELETE FROM replaced_payload WHERE rollout_id IN (SELECT id FROM rollout WHERE ${ofWindow})`,
    );
    this.#blocks = db.prepare(
      `SELECT id, length(body) AS bytes FROM payload_block WHERE run_id = :run LIMIT ${sliceBlocks}`,
    );
    this.#deleteBlock = db.prepare("DELETE FROM payload_block WHERE id = ?");
    this.#note = db.prepare(`
      INSERT INTO retention_act (at, act, run, rule, steps, rollouts, bytes)
      VALUES (:at, :act, :run, :rule, :steps, :rollouts, :bytes)
      ON CONFLICT (at, act, run) DO UPDATE SET
        steps = steps + excluded.steps, rollouts = rollouts + excluded.rollouts, bytes = bytes + excluded.bytes`);
  }

  /** @returns where the next slice goes on; null: it is done. */
  apply(run: RunRow, slice: ActSlice): number | null {
    const { at, planned, after } = slice;
    const isRows = planned.act === "rollouts";
    if (isRows && (after === null || after === rowsCursor)) {
      const gone = this.#removeRows(run, at);
      if (gone !== null) {
        this.#noteGone(slice, gone);
        return rowsCursor;
      }
    }
    const from = Math.max(after ?? 0, (run.first_rollout ?? 1) - 1);
    if (after !== blocksCursor && from < (run.last_rollout ?? 0)) {
      const to = from + windowRows;
      const place = { run: run.id, after: from, to };
      const rollouts = this.#cutText.run(place).changes;
      this.#cutReplaced.run(place);
      if (!isRows && rollouts > 0) this.#noteGone(slice, { ...nothing, rollouts });
      return to < (run.last_rollout ?? 0) ? to : blocksCursor;
    }
    const blocks = this.#blocks.all({ run: run.id });
    if (blocks.length === 0) return null;
    for (const { id } of blocks) this.#deleteBlock.run(id);
    this.#noteGone(slice, { ...nothing, bytes: blocks.reduce((sum, { bytes }) => sum + bytes, 0) });
    return blocksCursor;
  }

  /** Seals steps, and removes rows of sealed ones. null: there is neither any more. */
  #removeRows(run: RunRow, at: number): Gone | null {
    const steps = this.#steps.all({ run: run.id });
    for (const { segment_id: segment, split, step } of steps) this.#seal.run(segment, split, step, at);
    const rollouts = this.#deleteRows.run({ run: run.id }).changes;
    if (steps.length === 0 && rollouts === 0) return null;
    return { steps: steps.length, rollouts, bytes: rollouts * rowBytes };
  }

  #noteGone({ at, planned: { act, run, rule } }: ActSlice, gone: Gone): void {
    this.#note.run({ at, act, run, rule, ...gone });
  }
}
