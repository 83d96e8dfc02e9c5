import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

test("the log of a database that is a link is the one beside what it leads to", async () => {
  const target = join(folder, "elsewhere.db");
  openWriter(target).close();
  symlinkSync(target, file);
  // A log that is left beside the link is another file: syncing that would keep nothing.
  writeFileSync(`${file}-wal`, "");
  const db = openWriter(file);
  db.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY)");
  const log = new LogSync(file);
  rmSync(`${file}-wal`);
  await log.sync();
  expect(readFileSync(`${target}-wal`).length).toBeGreaterThan(0);
  await log.close();
  db.close();
});

test("a log that is not there is an error at once", () => {
  writeFileSync(file, "");
  expect(() => new LogSync(file)).toThrow("ENOENT");
});

test("the SQLite at hand begins a log anew safely while another connection checkpoints it", () => {
  // Before 3.51.3 a log that began anew could be overlooked by a checkpoint of another connection.
  const db = openWriter(file);
  const version = String(db.prepare("SELECT sqlite_version()").pluck().get());
  db.close();
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(3_051_003);
});
