import { existsSync, linkSync, realpathSync, renameSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { type CopyOptions, closeCopy, copyDatabase, syncFile } from "./back-up";
import { databaseFile } from "./connection";
import { readRevision } from "./counters";
import { lockFolder, readSeen } from "./folder-lock";
import type { CopyReport } from "./judge-copy";
import { StoreError } from "./migrate";
import { prepareFolder } from "./open";

export interface RestoreReport extends CopyReport {
  readonly folder: string;
  /** Where the database that was there is now; null: there was none. */
  readonly replaced: string | null;
}

/** The epoch of a database that may be damaged; 0 where it can't be read. */
function readEpoch(file: string): number {
  try {
    const db = new Database(file, { readonly: true });
    const { epoch } = readRevision(db);
    db.close();
    return epoch;
  } catch {
    return 0;
  }
}

/** Writes what stands in the log into the database, so that one file is all of it. False where it can't be read. */
function foldLog(file: string): boolean {
  try {
    const db = new Database(file);
    db.pragma("journal_mode = DELETE");
    db.close();
    return true;
  } catch {
    return false;
  }
}

/** Keeps what is there under another name. */
function setAside(file: string, kept: string): void {
  const logs = foldLog(file) ? [] : ["-wal", "-shm"].filter((end) => existsSync(`${file}${end}`));
  for (const end of logs) renameSync(`${file}${end}`, `${kept}${end}`);
  // A second name first, so that there is a database under its own at every moment.
  linkSync(file, kept);
}

/**
 * Puts a copy in the place of a folder's database. The one that was there is kept beside it. Whoever reads live has to
 * read everything again, because the epoch is one that was never seen.
 *
 * @param at names what is set aside. @throws StoreError: a server holds the folder, or the file is no copy of ours, is
 * damaged, or was written by a newer program. Nothing is changed then.
 */
export async function restore(folder: string, file: string, at: Date, options: CopyOptions): Promise<RestoreReport> {
  prepareFolder(folder);
  const target = databaseFile(folder);
  if (existsSync(target) && existsSync(file) && realpathSync(file) === realpathSync(target)) {
    throw new StoreError(`${file} is the database of this folder itself. Nothing was changed`);
  }
  const held = lockFolder(folder);
  const staged = `${target}.restoring`;
  try {
    // What a restore left that was cut short.
    rmSync(staged, { force: true });
    const report = await copyDatabase(file, staged, options);
    const epoch = Math.max(report.revision.epoch, readSeen(held)?.epoch ?? 0, readEpoch(target)) + 1;
    closeCopy(staged, (db) => {
      db.prepare("UPDATE meta SET value = ? WHERE name = 'epoch'").run(epoch);
    });
    const isReplacing = existsSync(target);
    const kept = `${target}.replaced-${at.toISOString().replace(/[:.]/g, "-")}`;
    if (isReplacing) setAside(target, kept);
    renameSync(staged, target);
    syncFile(folder);
    const revision = { ...report.revision, epoch };
    return { ...report, revision, folder, replaced: isReplacing ? kept : null };
  } finally {
    rmSync(staged, { force: true });
    held.close();
  }
}
