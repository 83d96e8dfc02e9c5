import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { toIdentity } from "@/db/sqlite/identity";
import { openSqliteStore } from "@/db/sqlite/open";
import { TestedStore } from "./tested-store";

const place = { split: "train", step: 7, environmentId: 12, group: "a/3", sample: 5, id: null } as const;
/** Segment 2 and step 8, one more than the step: 0 is for none. */
const front = [0, 0, 0, 2, 0, 0, 0, 0, 0, 8];

const told = (identity: Buffer | null) => [[...(identity?.subarray(0, 10) ?? [])], identity?.toString("utf8", 10)];

test("keys of a new segment have the group first, so that rows of a group lie together", () => {
  expect(told(toIdentity({ id: 2, key_order: 1 }, place))).toEqual([front, "t12/a/3/5"]);
  const noEnvironment = { ...place, split: "eval", environmentId: null } as const;
  expect(told(toIdentity({ id: 2, key_order: 1 }, noEnvironment))).toEqual([front, "e/a/3/5"]);
});

test("keys of a segment that is older than that order stay as they were written", () => {
  expect(told(toIdentity({ id: 2, key_order: 0 }, place))).toEqual([front, "t12/5/a/3"]);
});

test("what has the same text otherwise has another key, whatever a group is called", () => {
  const keys = [
    { ...place, group: "a", sample: 3 },
    { ...place, group: "a/3", sample: 3 },
    { ...place, group: "12/a", sample: 3, environmentId: null },
    { ...place, group: "a".repeat(100), sample: 1 },
    { ...place, group: "a".repeat(100), sample: 11 },
  ].map((parts) => toIdentity({ id: 2, key_order: 1 }, parts)?.toString("hex"));
  expect(new Set(keys).size).toBe(keys.length);
});

test("a launch that is older than that order goes on in its own: rows that come again are known", async () => {
  const folder = mkdtempSync(join(tmpdir(), "falsezero-identity-"));
  const migrations = join(process.cwd(), "db", "migrations");
  const workerFile = join(process.cwd(), "dist", "read.worker.mjs");
  const append = async (row: { step: number; environment: string; group: string; sample: number; reward: number }) => {
    const store = openSqliteStore({ folder, migrations, workerFile });
    const receipt = await new TestedStore(store).append([row]);
    await store.close();
    return receipt;
  };
  const withDatabase = <Result>(use: (db: Database.Database) => Result): Result => {
    const db = new Database(join(folder, "falsezero.db"));
    const result = use(db);
    db.close();
    return result;
  };
  const row = { step: 1, environment: "web", group: "g", sample: 4, reward: 0.5 };
  await append(row);
  withDatabase((db) => db.exec("UPDATE segment SET key_order = 0"));
  expect(await append({ ...row, step: 2 })).toMatchObject({ inserted: 1, duplicates: 0 });
  expect(await append({ ...row, step: 2 })).toMatchObject({ inserted: 0, duplicates: 1 });
  const keys = withDatabase((db) => db.prepare<[], Buffer>("SELECT identity FROM rollout ORDER BY step").pluck().all());
  expect(keys.map((key) => key.toString("utf8", 10))).toEqual(["t1/g/4", "t1/4/g"]);
  rmSync(folder, { recursive: true });
});
