import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import type { Revision } from "@/lib/core/frame";
import { type CopyOptions, closeCopy, copyDatabase, syncFile } from "./back-up";
import { databaseFile } from "./connection";
import { readRevision } from "./counters";
import { lockFolder, readSeen } from "./folder-lock";
import { type CopyReport, openJudged } from "./judge-copy";
import { StoreError } from "./migrate";
import { prepareFolder } from "./open";

export interface RestoreReport {
  /** Of the data from now on. */
  readonly revision: Revision;
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

/** Writes what stands in the log into the database, so that one file is all of it. */
function foldLog(file: string): "folded" | "busy" | "unreadable" {
  try {
    const db = new Database(file, { timeout: 1_000 });
    try {
      return db.pragma("journal_mode = DELETE", { simple: true }) === "delete" ? "folded" : "busy";
    } finally {
      db.close();
    }
  } catch (error) {
    return error instanceof Error && "code" in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code))
      ? "busy"
      : "unreadable";
  }
}

/** Keeps what is there under another name. @throws StoreError where another program has it open. */
function setAside(file: string, kept: string): void {
  const folded = foldLog(file);
  if (folded === "busy") {
    throw new StoreError(
      `${file} is read by another program, such as a backup. Nothing was changed; try again once that is done`,
    );
  }
  const logs = folded === "folded" ? [] : ["-wal", "-shm"].filter((end) => existsSync(`${file}${end}`));
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
    if (!name.startsWith(prefix)) continue;
    const found = statSync(file, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < now - abandonedMs) rmSync(file, { force: true });
  }
}

export interface StagedCopy extends CopyReport {
  readonly key: string;
}

/**
 * Copies a file beside a folder's database, whole and checked, ready to be put in its place. A server may have the
 * folder open.
 *
 * @returns what it holds, and the key by which it is known. @throws StoreError: the file is no copy of ours, is damaged, or was
 * written by a newer program. Nothing is left then.
 */
export async function stageCopy(folder: string, file: string, at: Date, options: CopyOptions): Promise<StagedCopy> {
  prepareFolder(folder);
  const target = databaseFile(folder);
  if (existsSync(target) && existsSync(file) && realpathSync(file) === realpathSync(target)) {
    throw new StoreError(`${file} is the database of this folder itself. Nothing was changed`);
  }
  clearAbandoned(folder, at.getTime());
  const key = randomBytes(16).toString("hex");
  const staged = stagedFile(folder, key);
  const report = await copyDatabase(file, staged, options);
  closeCopy(staged);
  return { ...report, key };
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
    const revision = readRevision(copy);
    copy.close();
    const epoch = Math.max(revision.epoch, readSeen(held)?.epoch ?? 0, readEpoch(target)) + 1;
    setEpoch(staged, epoch);
    const isReplacing = existsSync(target);
    const kept = `${target}.replaced-${at.toISOString().replace(/[:.]/g, "-")}`;
    if (isReplacing) setAside(target, kept);
    try {
      renameSync(staged, target);
      syncFile(folder);
    } catch (error) {
      if (isReplacing) moveBack(target, kept);
      throw error;
    }
    return { revision: { ...revision, epoch }, replaced: isReplacing ? basename(kept) : null };
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

/** What was set aside is again what it was. */
function moveBack(target: string, kept: string): void {
  for (const end of ["-wal", "-shm"]) rmSync(`${target}${end}`, { force: true });
  for (const end of ["-wal", "-shm", ""]) {
    if (existsSync(`${kept}${end}`)) renameSync(`${kept}${end}`, `${target}${end}`);
  }
}

/** Undoes {@link putCopyInPlace} with what it set aside, where the copy turned out to be of no use. */
export function putBackReplaced(folder: string, replaced: string): void {
  const held = lockFolder(folder);
  try {
    moveBack(databaseFile(folder), join(folder, replaced));
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
