import type Database from "better-sqlite3";

/** Pages of the WAL, and how many of them the database has by now. */
export interface CheckpointPass {
  readonly log: number;
  readonly checkpointed: number;
}

/** Moves what it can from the WAL to the database without waiting for anybody; null where the disk takes nothing. */
export function passCheckpoint(db: Database.Database): CheckpointPass | null {
  try {
    return db.prepare<[], CheckpointPass>("PRAGMA wal_checkpoint(PASSIVE)").get() ?? null;
  } catch {
    // What was committed stays in the WAL, and whoever commits next hears of the disk.
    return null;
  }
}
