import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrate, readMigrations } from "@/db/sqlite/migrate";
import type { DataFolder } from "./data-folder";
import { retainData } from "./retain-command";

const migrations = readMigrations("db/migrations");
const newest = migrations.length;
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "falsezero-retain-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function toData(): DataFolder {
  const database = join(folder, "falsezero.db");
  return { folder, database, migrations: "db/migrations", workerFile: "dist/read.worker.mjs", newest };
}

async function retain(isDryRun: boolean, environment = {}) {
  const lines: string[] = [];
  const options = { json: false, isDryRun };
  return retainData(options, toData(), environment, (line) => lines.push(line)).then(
    (code) => ({ code, lines }),
    (error: unknown) => ({ error: String(error) }),
  );
}

/** A database as the program of some time ago left it. */
function makeDatabase(version: number): void {
  const { database } = toData();
  const db = new Database(database);
  migrate(db, migrations.slice(0, version), database);
  db.close();
}

it.each([true, false])("makes no database in a folder that was named wrongly (dry run: %j)", async (isDryRun) => {
  expect(await retain(isDryRun)).toEqual({ error: expect.stringContaining("there is no rule of retention") });
  expect(readdirSync(folder)).toEqual([]);
});

it("plans nothing for an older program's data, and says who brings it up", async () => {
  makeDatabase(newest - 1);
  const said = `its schema is version ${newest - 1}, this program's is ${newest}`;
  expect(await retain(true)).toEqual({ error: expect.stringMatching(new RegExp(`^StoreError: .*${said}`)) });
  makeDatabase(newest);
  expect(await retain(true)).toEqual({ code: 0, lines: ["Nothing is due."] });
});

it("names a newer program's data, and what is no database", async () => {
  makeDatabase(newest);
  const { database } = toData();
  const db = new Database(database);
  db.pragma(`user_version = ${newest + 1}`);
  db.close();
  expect(await retain(true)).toEqual({ error: expect.stringContaining("was written by a newer Falsezero") });
  writeFileSync(database, "no database at all, but long enough to be looked at. ".repeat(20));
  expect(await retain(true)).toEqual({ error: expect.stringContaining("StoreError: ") });
});

it("refuses a setting that can't be used by its name", async () => {
  makeDatabase(newest);
  const said = await retain(false, { FALSEZERO_REMOVAL_MINUTES: "soon" });
  expect(said).toEqual({ error: expect.stringMatching(/^ConfigError: .*FALSEZERO_REMOVAL_MINUTES/s) });
});
