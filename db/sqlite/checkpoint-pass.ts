import type Database from "better-sqlite3";

/**
 * Moves what it can from the WAL to the database without waiting for anybody.
 *
 * @returns the pages of the WAL; null where the disk takes nothing.
 */
export function passCheckpoint(db: Database.Database): number | null {
  try {
    return db.prepare<[], { log: number }>("PRAGMA wal_checkpoint(PASSIVE)").get()?.log ?? null;
  } catch {
    // What was committed stays in the WAL, and whoever commits next hears of the disk.
    return null;
  }
}
