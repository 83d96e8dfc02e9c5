import { join } from "node:path";
import Database from "better-sqlite3";
import type { Revision } from "@/lib/core/frame";
import { readRevision } from "./counters";
import { StoreError } from "./migrate";

/** An exclusive lock beside the database, held while it is open; a crash lets go of it. @throws StoreError */
export function lockFolder(folder: string): Database.Database {
  const db = new Database(join(folder, "falsezero.lock"), { timeout: 0 });
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS seen (epoch INTEGER, sequence INTEGER); COMMIT");
    return db;
  } catch (error) {
    db.close();
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")) {
      throw new StoreError(
        `${folder} is open in another Falsezero. Stop that one, or choose another folder with FALSEZERO_DATA`,
      );
    }
    throw error;
  }
}

/** The newest revision that was seen in a folder; undefined where none was. */
export function readSeen(held: Database.Database): Revision | undefined {
  return held.prepare<[], Revision>("SELECT epoch, sequence FROM seen").get();
}

/** Notes the revision of a database, by which a copy that is put back later is known. */
export function noteSeen(held: Database.Database, db: Database.Database): void {
  const { epoch, sequence } = readRevision(db);
  held.transaction(() => {
    held.exec("DELETE FROM seen");
    held.prepare("INSERT INTO seen (epoch, sequence) VALUES (?, ?)").run(epoch, sequence);
  })();
}
