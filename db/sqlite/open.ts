import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type Database from "better-sqlite3";
import type { SearchQuery } from "@/lib/core/search/search";
import type { IngestStore, Store } from "../store";
import { SqliteAlerts } from "./alerts";
import { SqliteArchive } from "./archive";
import { Checkpointer } from "./checkpointer";
import { databaseFile, openReadOnly, openWriter } from "./connection";
import { readRevision } from "./counters";
import { DirtyMarks } from "./dirty-marks";
import { isKernelFilesystem, readNetworkFilesystem } from "./filesystem";
import { lockFolder, noteSeen, readSeen } from "./folder-lock";
import { LogSync } from "./log-sync";
import { SqliteManaging } from "./managing";
import { judgeSchema, migrate, readMigrations, StoreError } from "./migrate";
import { ReadWorkerPool } from "./read-worker-pool";
import { SqliteReader } from "./reader";
import { SqliteReports } from "./reports";
import { SqliteRetention } from "./retention";
import { SqliteTriage } from "./triage";
import { SqliteViews } from "./views";
import { SqliteWriter } from "./writer";
import { startWriterThread, type WriterThreadOptions } from "./writer-thread";

export interface OpenOptions {
  /** Folder of the data; made where it is missing. */
  readonly folder: string;
  readonly migrations: string;
  /** The built read.worker. */
  readonly workerFile: string | URL;
  readonly readWorkers?: number;
  /** The built checkpoint.worker; without it, the thread that commits does checkpoints too. */
  readonly checkpointFile?: string | URL;
  readonly now?: () => number;
  /** Called after each commit: a hint for whoever waits for news, never the truth itself. */
  readonly onCommit?: () => void;
  /** Detection of a run failed, which is a defect; the run can be read all the same. Absent: it is thrown. */
  readonly onDetectionFault?: (error: unknown, run: string) => void;
}

/**
 * The newest revision that was seen in this folder stands beside the database. A database that is behind it, or that
 * came without it, is a copy that was put back: its numbers may mean other changes than readers know, so that it gets a
 * new epoch.
 */
function judgeRestore(held: Database.Database, db: Database.Database): void {
  const seen = readSeen(held);
  const found = readRevision(db);
  if (found.sequence === 0 && seen === undefined) return;
  if (seen?.epoch === found.epoch && seen.sequence <= found.sequence) return;
  db.prepare("UPDATE meta SET value = ? WHERE name = 'epoch'").run(Math.max(found.epoch, seen?.epoch ?? 0) + 1);
}

/** Looks at a file before anything is written to it: one of another program, or of a newer one, stays as it is. */
function judgeFile(file: string, newest: number): void {
  if (!existsSync(file)) return;
  const db = openReadOnly(file);
  try {
    judgeSchema(db, newest, file);
  } finally {
    db.close();
  }
}

/** The nearest folder on the way that is there already. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function makeFolder(folder: string): void {
  const nearest = nearestFolder(folder);
  // Making a folder below /proc never ends.
  const isMade = !isKernelFilesystem(nearest);
  try {
    if (isMade) mkdirSync(folder, { recursive: true });
    if (isMade && statSync(folder).isDirectory()) accessSync(folder, constants.W_OK);
    else throw new Error("not a folder that can hold files");
  } catch (error) {
    const why =
      error instanceof Error && "code" in error ? String(error.code) : "it is not a folder that can hold files";
    throw new StoreError(`${folder} can't hold the data: ${why}. Choose a folder you can write to with FALSEZERO_DATA`);
  }
}

/** @throws StoreError where a folder can hold no data. */
export function prepareFolder(folder: string): void {
  makeFolder(folder);
  const network = readNetworkFilesystem(folder);
  if (network === null) return;
  throw new StoreError(
    `${folder} lies on a network filesystem (${network}), where SQLite can lose data. ` +
      "Choose a folder on a local disk with FALSEZERO_DATA",
  );
}

interface OpenedHere {
  readonly writer: SqliteWriter;
  close(): Promise<void>;
}

/**
 * Opens the embedded store: makes the folder, takes its lock, brings the schema up to date.
 *
 * @throws StoreError for a network filesystem, a second server on one folder, a newer schema or a foreign file.
 */
export function openSqliteStore(options: OpenOptions): IngestStore & OpenedHere {
  const { folder } = options;
  prepareFolder(folder);
  const held = lockFolder(folder);
  const opened: Database.Database[] = [held];
  try {
    const file = databaseFile(folder);
    const migrations = readMigrations(options.migrations);
    judgeFile(file, migrations.length);
    const db = openWriter(file);
    opened.push(db);
    const version = migrate(db, migrations, file);
    judgeRestore(held, db);
    noteSeen(held, db);
    const now = options.now ?? Date.now;
    const { checkpointFile, onCommit } = options;
    let checkpointer: Checkpointer | null = null;
    const log = new LogSync(file);
    db.pragma("synchronous = NORMAL");
    const writer = new SqliteWriter(db, {
      now,
      afterCommit: () => checkpointer?.noteCommit(),
      log,
      onCommit: onCommit ?? (() => {}),
      onDetectionFault: options.onDetectionFault ?? throwFault,
    });
    const readers = openReaders(options, writer, version);
    if (checkpointFile !== undefined) checkpointer = new Checkpointer(db, file, checkpointFile);
    return {
      reader: readers.reader,
      reports: readers.reports,
      searcher: readers.searcher,
      views: new SqliteViews(readers.db, writer),
      writer,
      triage: new SqliteTriage(readers.db, writer),
      alerts: new SqliteAlerts(readers.db, writer, now),
      managing: new SqliteManaging(readers.db, writer),
      archive: new SqliteArchive(writer),
      retention: new SqliteRetention(readers.db, writer),
      async close() {
        if (!held.open) return;
        await writer.close();
        await log.close();
        await readers.close();
        await checkpointer?.close();
        noteSeen(held, db);
        for (const one of opened.reverse()) one.close();
      },
    };
  } catch (error) {
    for (const one of opened.reverse()) one.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_NOTADB") {
      throw new StoreError(
        `${databaseFile(folder)} is not a database: it is damaged, or another file of that name. ` +
          "Nothing was changed. Move it away, or choose another folder with FALSEZERO_DATA",
      );
    }
    throw error;
  }
}

function throwFault(error: unknown): never {
  throw error;
}

/** Reads of one thread, on a connection of its own that can't write. */
function openReaders(options: OpenOptions, writer: Store["writer"], version: number) {
  const file = databaseFile(options.folder);
  const db = openReadOnly(file);
  const marks = new DirtyMarks(db);
  const pool = new ReadWorkerPool(file, options.workerFile, options.readWorkers ?? 1);
  const now = options.now ?? Date.now;
  return {
    db,
    reader: new SqliteReader({ db, pool, writer, now, file, version, fileSize }),
    reports: new SqliteReports(db, pool),
    searcher: {
      async search(query: SearchQuery) {
        if (marks.hasDirtySteps(null)) await writer.summariseDirtySteps(null);
        return pool.search(query);
      },
    },
    async close() {
      await pool.close();
      db.close();
    },
  };
}

/** Does what else it takes; where that fails, what was opened before is closed. */
async function orClose<Result>(opened: { close(): Promise<void> }, work: () => Result): Promise<Result> {
  try {
    return work();
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** A store whose writer is in a thread of its own, and answers more than the seam asks. */
export interface ThreadedStore extends Store {
  ask(method: string, args: readonly unknown[]): Promise<unknown>;
  /**
   * The same of the threads that judge large batches for the writer.
   *
   * @param bytes about what the arguments weigh.
   */
  askJudge(method: string, args: readonly unknown[], bytes: number): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens the store with all that writes in a thread of its own: what this thread does, pages included, keeps no row
 * waiting, and no commit keeps a page waiting.
 *
 * @throws StoreError as {@link openSqliteStore} does.
 */
export async function openThreadedStore(options: OpenOptions & WriterThreadOptions): Promise<ThreadedStore> {
  const thread = await startWriterThread(options, options.onCommit ?? (() => {}));
  const writer = thread.part<Store["writer"]>("writer");
  const readers = await orClose(thread, () => openReaders(options, writer, readMigrations(options.migrations).length));
  return {
    reader: readers.reader,
    reports: readers.reports,
    searcher: readers.searcher,
    views: thread.part<Store["views"]>("views"),
    writer,
    triage: thread.part<Store["triage"]>("triage"),
    alerts: thread.part<Store["alerts"]>("alerts"),
    managing: thread.part<Store["managing"]>("managing"),
    archive: thread.part<Store["archive"]>("archive"),
    retention: thread.part<Store["retention"]>("retention"),
    ask: thread.ask,
    askJudge: thread.askJudge,
    async close() {
      await readers.close();
      await thread.close();
    },
  };
}

function fileSize(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
