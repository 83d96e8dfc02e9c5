import type Database from "better-sqlite3";
import type { Revision } from "@/lib/core/frame";
import { openReadOnly } from "./connection";
import { readRevision } from "./counters";
import { judgeSchema, StoreError } from "./migrate";
import { isShownRun } from "./runs";

/** What a database holds, at one revision. */
export interface CopyReport {
  readonly revision: Revision;
  readonly schemaVersion: number;
  readonly runs: number;
  readonly rollouts: number;
}

function count(db: Database.Database, what: string): number {
  return Number(db.prepare(`SELECT count(*) FROM ${what}`).pluck().get());
}

export function describeCopy(db: Database.Database): CopyReport {
  return {
    revision: readRevision(db),
    schemaVersion: Number(db.pragma("user_version", { simple: true })),
    runs: count(db, `run WHERE ${isShownRun}`),
    rollouts: count(db, "rollout"),
  };
}

/** What SQLite finds wrong with a file, line by line; none: it is whole. */
export function listDamage(db: Database.Database): readonly string[] {
  const integrity = db.prepare<[], string>("PRAGMA integrity_check(20)").pluck().all();
  const damage = integrity.filter((line) => line !== "ok");
  const broken = db.prepare<[], { table: string; parent: string }>("PRAGMA foreign_key_check").all().slice(0, 20);
  return [
    ...damage,
    ...broken.map(({ table, parent }) => `a row of ${table} names a row of ${parent} that is not there`),
  ];
}

/** Opens a file that should be a database of ours. @throws StoreError where it is none, or of a newer program. */
export function openJudged(file: string, newest: number): Database.Database {
  let db: Database.Database | null = null;
  try {
    db = openReadOnly(file);
    const version = judgeSchema(db, newest, file);
    if (version === 0) throw new StoreError(`${file} is empty: it holds no data of Falsezero. Nothing was changed`);
    return db;
  } catch (error) {
    db?.close();
    throw explainFile(error, file);
  }
}

/** The same, to ask what only the newest schema answers. @throws StoreError also where it is of an older program. */
export function openCurrent(file: string, newest: number): Database.Database {
  const db = openJudged(file, newest);
  const version = Number(db.pragma("user_version", { simple: true }));
  if (version === newest) return db;
  db.close();
  throw new StoreError(
    `${file} was written by an older Falsezero: its schema is version ${version}, this program's is ${newest}. ` +
      "Nothing was changed. Start the server once, which brings it up",
  );
}

/** What it means that a file can't be read as a database. */
export function explainFile(error: unknown, file: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "SQLITE_NOTADB") {
    return new StoreError(`${file} is not a database: it is damaged, packed, or another file. Nothing was changed`);
  }
  if (code === "SQLITE_CANTOPEN")
    return new StoreError(`${file} can't be opened: there is no such file, or it can't be read`);
  if (code.startsWith("SQLITE_CORRUPT")) {
    return new StoreError(`${file} is damaged: SQLite can't read all of it. Nothing was changed; take an older copy`);
  }
  return error;
}
