import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Checkpointer } from "@/db/sqlite/checkpointer";
import { openReadOnly, openWriter } from "@/db/sqlite/connection";

const workerFile = join(process.cwd(), "dist", "checkpoint.worker.mjs");

let folder = "";
let file = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "falsezero-checkpoints-"));
  file = join(folder, "falsezero.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Rows of 64 kB, each in a commit of its own, until done. */
async function writeUntil(checkpointer: Checkpointer, insert: () => void, isDone: () => boolean): Promise<number> {
  let rows = 0;
  while (!isDone()) {
    insert();
    rows++;
    checkpointer.noteCommit();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return rows;
}

test("a log that is checkpointed by another thread begins anew, and every row is in the database at the end", async () => {
  const db = openWriter(file);
  db.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY, body BLOB)");
  const insert = db.prepare("INSERT INTO kept (body) VALUES (?)");
  // A pass after about 1 MB, and a new beginning after 4 MB: at 64 MB, as it is, this test would write for seconds.
  const checkpointer = new Checkpointer(db, file, workerFile, { passPages: 128, restartPages: 512 });
  const body = randomBytes(64 * 1024);
  const size = (path: string) => statSync(path).size;

  const rows = await writeUntil(
    checkpointer,
    () => insert.run(body),
    () => size(file) > 64 * 1024 * 1024,
  );
  // 64 MB went through it; without new beginnings it would hold them all.
  expect(size(`${file}-wal`)).toBeLessThan(32 * 1024 * 1024);
  await checkpointer.close();
  db.close();

  const reader = openReadOnly(file);
  expect(reader.prepare("SELECT count(*) FROM kept").pluck().get()).toBe(rows);
  expect(reader.pragma("integrity_check", { simple: true })).toBe("ok");
  reader.close();
});

test("where the other thread can't start, the thread that commits does the checkpoints", async () => {
  const db = openWriter(file);
  db.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY)");
  const checkpointer = new Checkpointer(db, file, join(folder, "missing.mjs"));
  const pages = () => Number(db.pragma("wal_autocheckpoint", { simple: true }));
  expect(pages()).toBe(24_000);
  await expect.poll(pages).toBe(8_000);
  await checkpointer.close();
  db.close();
});
