/** Who an incident is survives the process, and a ledger never has an event twice, whoever writes to it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "@/db/sqlite/open";
import { drawRun, drawStep, listEvents } from "./store-contract/incidents";
import { first, noon, TestedStore } from "./tested-store";

const migrations = join(process.cwd(), "db", "migrations");
const workerFile = join(process.cwd(), "dist", "read.worker.mjs");

let folder = "";
let tested: TestedStore;

/** Runs whose detection failed, and why. */
let faults: string[] = [];

function open(): TestedStore {
  const onDetectionFault = (error: unknown, run: string) => faults.push(`${run}: ${String(error)}`);
  return new TestedStore(openSqliteStore({ folder, migrations, workerFile, now: () => noon, onDetectionFault }));
}

beforeEach(() => {
  faults = [];
  folder = mkdtempSync(join(tmpdir(), "falsezero-ledger-"));
  tested = open();
});

afterEach(async () => {
  await tested.store.close();
  rmSync(folder, { recursive: true, force: true });
});

const incidents = () => tested.store.reader.listIncidents(tested.run);

async function reopen(edit: (db: Database.Database) => void = () => {}): Promise<void> {
  await tested.store.close();
  const db = new Database(join(folder, "falsezero.db"));
  edit(db);
  db.close();
  tested = open();
}

async function fallIll(): Promise<void> {
  await tested.setRun({ expectedPerStep: 16 });
  for (const rows of drawRun(16)) await tested.append(rows);
}

test("a restart makes the same incidents of what comes next as no restart does", async () => {
  await fallIll();
  const before = await incidents();
  await reopen();
  expect(await incidents()).toEqual(before);
  for (let step = 17; step < 25; step++) await tested.append(drawStep(step, 0));
  expect(await incidents()).toMatchObject([{ id: first(before).id, state: "ended", end: 16 }]);
  expect(await listEvents(tested)).toEqual([`${tested.run}: opened critical 13`, `${tested.run}: ended critical 16`]);
  await tested.store.writer.rebuildSummaries();
  const afterRebuild = await incidents();
  await reopen();
  expect(await incidents()).toEqual(afterRebuild);
});

test("what was acknowledged and not yet looked at when the process died is looked at by whoever asks next", async () => {
  await fallIll();
  await reopen((db) => expect(db.prepare("SELECT count(*) FROM dirty_step").pluck().get()).toBeGreaterThan(0));
  expect(await incidents()).toMatchObject([{ onset: 13, state: "open" }]);
  await reopen((db) => {
    expect(db.prepare("SELECT count(*) FROM due_detection").pluck().get()).toBe(0);
    db.exec("DELETE FROM incident; DELETE FROM run_detection; INSERT INTO due_detection SELECT id FROM run");
  });
  expect(await incidents()).toMatchObject([{ onset: 13, state: "open" }]);
  expect(await listEvents(tested)).toEqual([`${tested.run}: opened critical 13`]);
});

test("the database itself refuses an event that is there already, and takes each rise of the severity once", async () => {
  await fallIll();
  await incidents();
  await reopen((db) => {
    const insert = db.prepare(`
      INSERT INTO incident_event (run_id, ledger_id, event, severity, step, at)
      SELECT run_id, id, ?, ?, 14, 0 FROM incident_ledger`);
    expect(() => insert.run("opened", "minor")).toThrow("UNIQUE");
    insert.run("severity_rose", "major");
    insert.run("severity_rose", "critical");
    expect(() => insert.run("severity_rose", "major")).toThrow("UNIQUE");
  });
});

test("a run whose detection fails keeps what is known of it, and is read like any other; the fault is told once", async () => {
  await fallIll();
  const before = await incidents();
  let members: unknown;
  await reopen((db) => {
    members = db.prepare("SELECT members FROM incident_ledger").pluck().get();
    db.exec("UPDATE incident_ledger SET members = '['");
  });
  for (let step = 17; step < 20; step++) {
    await tested.append(drawStep(step, 0));
    expect(await incidents()).toEqual(before);
  }
  expect(faults).toEqual([`${tested.run}: SyntaxError: Unexpected end of JSON input`]);
  const { reader } = tested.store;
  expect((await reader.listRuns()).map(({ run }) => run)).toEqual([tested.run]);
  expect(await reader.readRun(tested.run)).toMatchObject({ lastStep: 19 });
  await reopen((db) => db.prepare("UPDATE incident_ledger SET members = ?").run(members));
  for (let step = 20; step < 25; step++) await tested.append(drawStep(step, 0));
  expect(await incidents()).toMatchObject([{ id: first(before).id, state: "ended", end: 16 }]);
  expect(faults).toHaveLength(1);
});
