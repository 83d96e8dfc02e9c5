import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWriter } from "@/db/sqlite/connection";
import { LogSync } from "@/db/sqlite/log-sync";

let folder = "";
let file = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "falsezero-log-"));
  file = join(folder, "falsezero.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("those who ask while the log is being synced share the next one, which begins after they asked", async () => {
  const db = openWriter(file);
  db.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY)");
  const log = new LogSync(file);
  const first = log.sync();
  const second = log.sync();
  expect(second).not.toBe(first);
  expect(log.sync()).toBe(second);
  const ended: string[] = [];
  await Promise.all([first.then(() => ended.push("first")), second.then(() => ended.push("second"))]);
  expect(ended).toEqual(["first", "second"]);
  expect(log.sync()).not.toBe(second);
  await log.close();
  db.close();
});

test("a log that is not there is an error for those who asked, and closes all the same", async () => {
  const log = new LogSync(file);
  await expect(log.sync()).rejects.toMatchObject({ code: "ENOENT" });
  await log.close();
});
