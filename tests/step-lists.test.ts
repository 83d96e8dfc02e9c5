import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "@/db/sqlite/open";
import { noon, TestedStore } from "./tested-store";

const migrations = join(process.cwd(), "db", "migrations");
const workerFile = join(process.cwd(), "dist", "read.worker.mjs");

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "falsezero-lists-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a list of steps is read once, until anything is committed", async () => {
  const store = openSqliteStore({ folder, migrations, workerFile, now: () => noon });
  const tested = new TestedStore(store);
  await tested.append([{ step: 1, reward: 0.5 }, { step: 2 }]);
  const before = await tested.steps();
  expect(await tested.steps()).toBe(before);
  expect((await tested.steps({ from: 2, to: 2 })).map(({ step }) => step)).toEqual([2]);
  await tested.append([{ step: 2, reward: 0 }]);
  const after = await tested.steps();
  expect([before, after].map((steps) => steps.map(({ received }) => received))).toEqual([
    [1, 1],
    [1, 2],
  ]);
  await tested.append([{ step: 3 }], { run: "another" });
  expect(await tested.steps()).toEqual(after);
  await store.close();
});
