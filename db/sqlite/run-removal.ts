import type Database from "better-sqlite3";

/** Rows that go in one commit: others write in between. */
const sliceRows = 5_000;
/** Blocks are larger. */
const sliceBlocks = 200;

const ofRun = "segment_id IN (SELECT id FROM segment WHERE run_id = :run)";

/** Removes hidden runs bit by bit; one that a crash left half removed is found again at the next start. */
export class RunRemoval {
  readonly #hidden: Database.Statement<[], { id: number }>;
  readonly #slices: readonly Database.Statement<[object]>[];
  readonly #last: Database.Statement<[object]>;

  constructor(db: Database.Database) {
    this.#hidden = db.prepare("SELECT id FROM run WHERE name GLOB char(1) || 'deleted *'");
    this.#slices = [
      `DELETE FROM dirty_step WHERE run_id = :run`,
      `DELETE FROM rollout WHERE id IN (SELECT id FROM rollout WHERE ${ofRun} LIMIT ${sliceRows})`,
      `DELETE FROM payload_block WHERE id IN (SELECT id FROM payload_block WHERE run_id = :run LIMIT ${sliceBlocks})`,
      `DELETE FROM issue_step WHERE (fingerprint_id, segment_id, split, step) IN
        (SELECT fingerprint_id, segment_id, split, step FROM issue_step WHERE ${ofRun} LIMIT ${sliceRows})`,
      `DELETE FROM step_summary WHERE id IN (SELECT id FROM step_summary WHERE ${ofRun} LIMIT ${sliceRows})`,
    ].map((sql) => db.prepare<[object]>(sql));
    this.#last = db.prepare("DELETE FROM run WHERE id = :run");
  }

  list(): number[] {
    return this.#hidden.all().map((row) => row.id);
  }

  /** @returns true once nothing of the run is left. */
  removeSlice(run: number): boolean {
    for (const slice of this.#slices) if (slice.run({ run }).changes > 0) return false;
    this.#last.run({ run });
    return true;
  }
}
