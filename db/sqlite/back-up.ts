import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { type CopyReport, describeCopy, explainFile, listDamage, openJudged } from "./judge-copy";
import { StoreError } from "./migrate";

/** Pages of 8 kB that are copied between two looks at anything else. */
const pagesAtOnce = 1_000;

export interface CopyOptions {
  /** Newest schema that this program knows. */
  readonly newest: number;
  /** Pages of the database: how many are copied, of how many. */
  readonly onProgress?: (copied: number, total: number) => void;
}

export function syncFile(file: string): void {
  const descriptor = openSync(file, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Copies a database as it stands at one revision into a file that only its owner can read, whoever writes meanwhile.
 *
 * @param target must not be there. @throws StoreError
 */
export async function copyDatabase(source: string, target: string, options: CopyOptions): Promise<CopyReport> {
  const db = openJudged(source, options.newest);
  try {
    closeSync(openSync(target, "wx", 0o600));
  } catch (error) {
    db.close();
    throw explainTarget(error, target);
  }
  try {
    // One read transaction around all steps: what is committed meanwhile neither shows nor makes the copy begin again.
    db.exec("BEGIN");
    const report = describeCopy(db);
    await db.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        options.onProgress?.(totalPages - remainingPages, totalPages);
        return pagesAtOnce;
      },
    });
    return report;
  } catch (error) {
    rmSync(target, { force: true });
    throw explainFile(error, source);
  } finally {
    db.close();
  }
}

function explainTarget(error: unknown, target: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EEXIST") {
    return new StoreError(
      `${target} is there already, from a copy that was cut short or goes on. Remove it if none does`,
    );
  }
  return new StoreError(`${target} can't be written: ${code}`);
}

/** Makes a copy one whole file, without a log beside it, and has SQLite check every page. @throws StoreError */
export function closeCopy(file: string): void {
  const db = new Database(file);
  try {
    db.pragma("journal_mode = DELETE");
    const damage = listDamage(db);
    if (damage.length > 0)
      throw new StoreError(`the copy is damaged, and so is what it was made of: ${damage.join("; ")}`);
  } catch (error) {
    db.close();
    rmSync(file, { force: true });
    throw error;
  }
  db.close();
  syncFile(file);
}

export interface BackupReport extends CopyReport {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Writes a whole, checked copy of a database, while a server uses it or not. The file appears under its name when it is
 * finished, and not before; a file that is there is never written over.
 *
 * @throws StoreError
 */
export async function backUp(source: string, file: string, options: CopyOptions): Promise<BackupReport> {
  if (!existsSync(source))
    throw new StoreError(`${source} is not there: no server has kept anything in this folder yet`);
  if (existsSync(file)) throw new StoreError(`${file} is there already, and is not written over. Choose another name`);
  const unfinished = `${file}.unfinished`;
  const report = await copyDatabase(source, unfinished, options);
  closeCopy(unfinished);
  try {
    // A link refuses what is there by now; a rename would replace it.
    linkSync(unfinished, file);
  } catch (error) {
    throw explainTarget(error, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return { ...report, file, bytes: statSync(file).size };
}
