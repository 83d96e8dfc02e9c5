import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { type CopyOptions, closeCopy, copyDatabase, syncFile } from "./back-up";
import { databaseFile } from "./connection";
import { readRevision } from "./counters";
import { lockFolder, readSeen } from "./folder-lock";
import { type CopyReport, describeCopy, openJudged } from "./judge-copy";
import { StoreError } from "./migrate";
import { prepareFolder } from "./open";

export interface RestoreReport extends CopyReport {
  readonly folder: string;
  /** The file beside it that holds what was there; null: nothing was. */
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

/** Names a copy that waits in its folder. Whoever can say it can write there. */
const stagedKey = /^[0-9a-f]{32}$/;

function stagedFile(folder: string, key: string): string {
  return `${databaseFile(folder)}.restoring-${key}`;
}

/** A copy that nobody wrote to for this long was left by a restore that was cut short. */
const abandonedMs = 3_600_000;

function clearAbandoned(folder: string, now: number): void {
  const prefix = basename(stagedFile(folder, ""));
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.startsWith(prefix) && statSync(file).mtimeMs < now - abandonedMs) rmSync(file, { force: true });
  }
}

/**
 * Copies a file beside a folder's database, whole and checked, ready to be put in its place. A server may have the
 * folder open.
 *
 * @returns the key by which the copy is known. @throws StoreError: the file is no copy of ours, is damaged, or was
 * written by a newer program. Nothing is left then.
 */
export async function stageCopy(folder: string, file: string, at: Date, options: CopyOptions): Promise<string> {
  prepareFolder(folder);
  const target = databaseFile(folder);
  if (existsSync(target) && existsSync(file) && realpathSync(file) === realpathSync(target)) {
    throw new StoreError(`${file} is the database of this folder itself. Nothing was changed`);
  }
  clearAbandoned(folder, at.getTime());
  const key = randomBytes(16).toString("hex");
  const staged = stagedFile(folder, key);
  await copyDatabase(file, staged, options);
  closeCopy(staged);
  return key;
}

export function hasStagedCopy(folder: string, key: string): boolean {
  return stagedKey.test(key) && existsSync(stagedFile(folder, key));
}

export function dropStagedCopy(folder: string, key: string): void {
  rmSync(stagedFile(folder, key), { force: true });
}

/**
 * Puts a staged copy in the place of a folder's database. The one that was there is kept beside it. Whoever reads live
 * has to read everything again, because the epoch is one that was never seen.
 *
 * @param at names what is set aside. @throws StoreError: a server holds the folder, or the copy is none of ours. Nothing
 * is changed then.
 */
export function putCopyInPlace(folder: string, key: string, at: Date, newest: number): RestoreReport {
  const target = databaseFile(folder);
  const staged = stagedFile(folder, key);
  const held = lockFolder(folder);
  try {
    const copy = openJudged(staged, newest);
    const report = describeCopy(copy);
    copy.close();
    const epoch = Math.max(report.revision.epoch, readSeen(held)?.epoch ?? 0, readEpoch(target)) + 1;
    setEpoch(staged, epoch);
    const isReplacing = existsSync(target);
    const kept = `${target}.replaced-${at.toISOString().replace(/[:.]/g, "-")}`;
    if (isReplacing) setAside(target, kept);
    renameSync(staged, target);
    syncFile(folder);
    return {
      ...report,
      revision: { ...report.revision, epoch },
      folder,
      replaced: isReplacing ? basename(kept) : null,
    };
  } finally {
    held.close();
  }
}

function setEpoch(file: string, epoch: number): void {
  const db = new Database(file);
  try {
    db.pragma("journal_mode = DELETE");
    db.pragma("synchronous = FULL");
    db.prepare("UPDATE meta SET value = ? WHERE name = 'epoch'").run(epoch);
  } finally {
    db.close();
  }
}

/** Undoes {@link putCopyInPlace} with what it set aside, where the copy turned out to be of no use. */
export function putBackReplaced(folder: string, replaced: string): void {
  const target = databaseFile(folder);
  const kept = join(folder, replaced);
  const held = lockFolder(folder);
  try {
    for (const end of ["-wal", "-shm"]) rmSync(`${target}${end}`, { force: true });
    for (const end of ["-wal", "-shm", ""]) {
      if (existsSync(`${kept}${end}`)) renameSync(`${kept}${end}`, `${target}${end}`);
    }
    syncFile(folder);
  } finally {
    held.close();
  }
}

/** Whether no server has a folder open. */
export function isFolderFree(folder: string): boolean {
  prepareFolder(folder);
  try {
    lockFolder(folder).close();
    return true;
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}
