import { existsSync, statSync } from "node:fs";
import { databaseFile, openWriter } from "./connection";
import { lockFolder } from "./folder-lock";
import { openJudged } from "./judge-copy";
import { StoreError } from "./migrate";

/**
 * Writes a folder's database anew, without its free pages.
 *
 * @returns its bytes before and after. @throws StoreError, also where a server holds the folder.
 */
export function compact(folder: string, newest: number): { readonly before: number; readonly after: number } {
  const file = databaseFile(folder);
  if (!existsSync(file)) throw new StoreError(`${file} is not there: there is nothing to compact`);
  const held = lockFolder(folder);
  try {
    openJudged(file, newest).close();
    const db = openWriter(file);
    try {
      db.pragma("wal_checkpoint(TRUNCATE)");
      const before = statSync(file).size;
      db.exec("VACUUM");
      db.pragma("wal_checkpoint(TRUNCATE)");
      return { before, after: statSync(file).size };
    } finally {
      db.close();
    }
  } finally {
    held.close();
  }
}
