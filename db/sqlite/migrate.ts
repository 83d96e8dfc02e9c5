import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";

/** Says which program wrote a database file ("fls0"). */
const applicationId = 0x666c7330;

export class StoreError extends Error {
  override readonly name = "StoreError";
}

interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** The migrations of a folder, `0001_name.sql` and on, without a hole. */
export function readMigrations(folder: string): readonly Migration[] {
  const files = readdirSync(folder)
    .filter((file) => /^\d{4}_.*\.sql$/.test(file))
    .sort();
  return files.map((file, index) => {
    const version = Number(file.slice(0, 4));
    if (version !== index + 1) throw new StoreError(`migration ${index + 1} is missing: found ${file} in its place`);
    return { version, sql: readFileSync(join(folder, file), "utf8") };
  });
}

function readPragma(db: Database.Database, name: string): number {
  return Number(db.pragma(name, { simple: true }));
}

/**
 * The schema's version.
 *
 * @param newest version that this program knows.
 * @throws StoreError where the file belongs to another program, or to a newer version of this one.
 */
export function judgeSchema(db: Database.Database, newest: number, file: string): number {
  const version = readPragma(db, "user_version");
  const application = readPragma(db, "application_id");
  const tables = Number(db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get());
  if (application !== applicationId && (tables > 0 || application !== 0)) {
    throw new StoreError(`${file} is a database of another program. Choose another folder with FALSEZERO_DATA`);
  }
  if (version > newest) {
    throw new StoreError(
      `${file} was written by a newer Falsezero: its schema is version ${version}, this program knows ${newest}. ` +
        "Nothing was changed. Start the newer program, or choose another folder with FALSEZERO_DATA",
    );
  }
  return version;
}

/**
 * Brings a database up to the newest migration, each in a transaction of its own.
 *
 * @throws StoreError as {@link judgeSchema} does.
 */
export function migrate(db: Database.Database, migrations: readonly Migration[], file: string): number {
  const newest = migrations.length;
  const version = judgeSchema(db, newest, file);
  for (const migration of migrations.slice(version)) {
    db.transaction(() => {
      db.exec(migration.sql);
      db.pragma(`application_id = ${applicationId}`);
      db.pragma(`user_version = ${migration.version}`);
    }).immediate();
  }
  return newest;
}
