import { join } from "node:path";
import Database from "better-sqlite3";

/** Pages of the WAL before a checkpoint lets it begin anew: 8 kB each, so about 64 MB. */
export const checkpointPages = 8_000;

/** Where the database lies in a folder of data; what stands beside it has its name, and more. */
export function databaseFile(folder: string): string {
  return join(folder, "falsezero.db");
}

/** The one writing connection. A commit survives a power loss: `synchronous` is FULL, until LogSync takes that over. */
export function openWriter(file: string): Database.Database {
  const db = new Database(file, { timeout: 5_000 });
  db.pragma("page_size = 8192");
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("foreign_keys = ON");
  db.pragma("temp_store = MEMORY");
  db.pragma("cache_size = -65536");
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  return db;
}

/** A connection that only moves what was committed from the WAL to the database. */
export function openCheckpointer(file: string): Database.Database {
  const db = new Database(file, { timeout: 5_000 });
  db.pragma("synchronous = FULL");
  db.pragma("wal_autocheckpoint = 0");
  return db;
}

/** A connection that can't write, whatever it is asked. */
export function openReadOnly(file: string): Database.Database {
  const db = new Database(file, { readonly: true, timeout: 5_000 });
  db.pragma("query_only = ON");
  db.pragma("temp_store = MEMORY");
  db.pragma("cache_size = -32768");
  // SQLite's own lower() knows ASCII only.
  db.function("fold", { deterministic: true }, (text: unknown) =>
    typeof text === "string" ? text.toLowerCase() : null,
  );
  return db;
}
