import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Store } from "../store";
import { openReadOnly, openWriter } from "./connection";
import { readNetworkFilesystem } from "./filesystem";
import { migrate, readMigrations, StoreError } from "./migrate";
import { ReadWorkerPool } from "./read-worker-pool";
import { SqliteReader } from "./reader";
import { SqliteTriage } from "./triage";
import { SqliteWriter } from "./writer";

export interface OpenOptions {
  /** Folder of the data; made where it is missing. */
  readonly folder: string;
  readonly migrations: string;
  /** The built read.worker. */
  readonly workerFile: string | URL;
  readonly readWorkers?: number;
  readonly now?: () => number;
  /** Called after each commit: a hint for whoever waits for news, never the truth itself. */
  readonly onCommit?: () => void;
}

/** An exclusive lock beside the database, held while it is open; a crash lets go of it. */
function lock(folder: string): Database.Database {
  const db = new Database(join(folder, "falsezero.lock"), { timeout: 0 });
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER); COMMIT");
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

function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const network = readNetworkFilesystem(folder);
  if (network === null) return;
  throw new StoreError(
    `${folder} lies on a network filesystem (${network}), where SQLite can lose data. ` +
      "Choose a folder on a local disk with FALSEZERO_DATA",
  );
}

/**
 * Opens the embedded store: makes the folder, takes its lock, brings the schema up to date.
 *
 * @throws StoreError for a network filesystem, a second server on one folder, a newer schema or a foreign file.
 */
export function openSqliteStore(options: OpenOptions): Store & { close(): Promise<void> } {
  const { folder } = options;
  prepareFolder(folder);
  const held = lock(folder);
  try {
    const file = join(folder, "falsezero.db");
    const db = openWriter(file);
    const version = migrate(db, readMigrations(options.migrations), file);
    const now = options.now ?? Date.now;
    const writer = new SqliteWriter(db, options.onCommit ?? (() => {}));
    const readDb = openReadOnly(file);
    const pool = new ReadWorkerPool(file, options.workerFile, options.readWorkers ?? 1);
    const reader = new SqliteReader({ db: readDb, pool, writer, now, file, version, fileSize });
    const triage = new SqliteTriage(readDb, writer);
    return {
      reader,
      writer,
      triage,
      async close() {
        await writer.close();
        await pool.close();
        readDb.close();
        db.close();
        held.close();
      },
    };
  } catch (error) {
    held.close();
    throw error;
  }
}

function fileSize(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
