import type Database from "better-sqlite3";
import { quietAfterMs } from "@/lib/core/run";

const closeIdle = `
  INSERT INTO step_declaration (segment_id, split, step, closed_at)
  SELECT segment_id, split, step, :now
  FROM step_summary
  WHERE complete = 0 AND environment_id = 0 AND step >= 0 AND received > 0 AND last_seen_at <= :before
    AND (segment_id, split, step) NOT IN (SELECT segment_id, split, step FROM dirty_step)
  ON CONFLICT (segment_id, split, step) DO UPDATE SET closed_at = coalesce(closed_at, excluded.closed_at)
  RETURNING segment_id`;

const markClosed = `
  INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
  SELECT segment.run_id, segment_id, split, step
  FROM step_declaration JOIN segment ON segment.id = segment_id
  WHERE closed_at = :now`;

/** Steps that nothing came for any more: closed by an event that is kept, so that what reads it needs no clock. */
export class IdleSteps {
  readonly #close: Database.Statement<[object], { segment_id: number }>;
  readonly #mark: Database.Statement<[object]>;

  constructor(db: Database.Database) {
    this.#close = db.prepare(closeIdle);
    this.#mark = db.prepare(markClosed);
  }

  /** @returns how many steps were closed; their summaries are made again. */
  close(now: number): number {
    const closed = this.#close.all({ now, before: now - quietAfterMs }).length;
    if (closed > 0) this.#mark.run({ now });
    return closed;
  }
}
