import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openWriter } from "@/db/sqlite/connection";
import { LogSync } from "@/db/sqlite/log-sync";

/** How long the disk takes, ms. */
const disk = vi.hoisted(() => ({ ms: 0 }));

function beBusy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

vi.mock("node:fs", async (load) => ({
  ...(await load<typeof import("node:fs")>()),
  fdatasyncSync: () => beBusy(disk.ms),
  fdatasync: (_: number, done: (error: null) => void) => setTimeout(() => done(null), disk.ms),
}));

test("a disk that was slow once is known as quick again, though the thread is busy all the time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "falsezero-pace-"));
  const file = join(folder, "falsezero.db");
  const db = openWriter(file);
  db.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY)");
  const log = new LogSync(file);
  expect(log.isQuick).toBe(true);
  disk.ms = 5;
  await log.sync();
  expect(log.isQuick).toBe(false);
  for (let syncs = 0; syncs < 100; syncs++) await log.sync();
  expect(log.isQuick).toBe(false);
  disk.ms = 0;
  for (let syncs = 0; syncs < 100; syncs++) {
    const synced = log.sync();
    // The next commit is written meanwhile.
    beBusy(2);
    await synced;
  }
  expect(log.isQuick).toBe(true);
  await log.close();
  db.close();
  rmSync(folder, { recursive: true });
});
