import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { databaseFile } from "@/db/sqlite/connection";
import { readMigrations, StoreError } from "@/db/sqlite/migrate";

/** The project's folder, from the bundle in dist/. */
const root = fileURLToPath(new URL("..", import.meta.url));

export interface DataFolder {
  readonly folder: string;
  readonly database: string;
  readonly migrations: string;
  readonly workerFile: string;
  /** Newest schema that this program knows. */
  readonly newest: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the data lies: told, else as the server reads it. */
export function findDataFolder(told: string | undefined, environment: Environment): DataFolder {
  const folder = told === undefined ? resolve(root, environment["FALSEZERO_DATA"] || "data") : resolve(told);
  const migrations = join(root, "db", "migrations");
  return {
    folder,
    database: databaseFile(folder),
    migrations,
    workerFile: join(root, "dist", "read.worker.mjs"),
    newest: readMigrations(migrations).length,
  };
}

/**
 * For what opens the store, which makes one where there is none: a folder that was named wrongly stays empty.
 *
 * @param missing what there is none of then. @throws StoreError where nothing was ever kept in the folder.
 */
export function demandDatabase({ database }: DataFolder, missing: string): void {
  if (!existsSync(database)) throw new StoreError(`${database} is not there: there is ${missing}`);
}
