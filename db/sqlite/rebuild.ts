import type Database from "better-sqlite3";
import { rebuildSearch } from "./search-texts";

/**
 * Marks everything that rows and declarations are summarised into, and drops what is derived. What sealed steps have
 * stays: their rows are gone.
 */
const dropAll = `
  INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
    SELECT DISTINCT run_id, segment_id, split, step FROM rollout;
  INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
    SELECT segment.run_id, segment_id, split, step FROM step_declaration JOIN segment ON segment.id = segment_id;
  INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
    SELECT DISTINCT segment.run_id, segment_id, split, step
    FROM expected_rollout JOIN segment ON segment.id = segment_id;
  INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
    SELECT segment.run_id, segment_id, split, step FROM sealed_step JOIN segment ON segment.id = segment_id;
  DELETE FROM step_summary AS s WHERE NOT EXISTS (
    SELECT 1 FROM sealed_step AS z WHERE z.segment_id = s.segment_id AND z.split = s.split AND z.step = s.step);
  DELETE FROM run_overview;
  DELETE FROM incident;
  DELETE FROM run_detection;
  INSERT OR IGNORE INTO due_detection (run_id) SELECT id FROM run;
  DELETE FROM removed_step;
  DELETE FROM issue_rollout;
  DELETE FROM issue_step AS s WHERE NOT EXISTS (
    SELECT 1 FROM sealed_step AS z WHERE z.segment_id = s.segment_id AND z.split = s.split AND z.step = s.step);
  DELETE FROM issue_place;
  INSERT OR IGNORE INTO issue_place (segment_id, split, fingerprint_id)
    SELECT segment_id, split, fingerprint_id FROM issue_step`;

/** Drops what a machine derived, and marks all of it to be made again. What people did, and the ledgers, stay. */
export function dropDerived(db: Database.Database): void {
  db.exec(dropAll);
  db.exec(rebuildSearch);
  // Whoever holds an older cursor has to read everything again.
  db.exec("UPDATE meta SET value = value + 1 WHERE name = 'epoch'");
}
