import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openReadOnly, openWriter } from "@/db/sqlite/connection";
import { networkFilesystemName, readNetworkFilesystem } from "@/db/sqlite/filesystem";
import { migrate, readMigrations, StoreError } from "@/db/sqlite/migrate";
import { openSqliteStore } from "@/db/sqlite/open";
import { packRows } from "@/db/sqlite/packed-rows";
import type { RolloutBatch } from "@/db/store";
import { describeStoreContract } from "./store-contract";
import { noon, type OpenedStore, TestedStore } from "./tested-store";

const migrations = join(process.cwd(), "db", "migrations");
const workerFile = join(process.cwd(), "dist", "read.worker.mjs");

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "falsezero-store-"));
}

function open(folder: string, now: () => number = () => noon, schema = migrations): OpenedStore {
  return openSqliteStore({ folder, migrations: schema, workerFile, now });
}

/** A store in a folder of its own, which goes with it. */
async function openAlone(now: () => number) {
  const folder = makeFolder();
  const store = openSqliteStore({ folder, migrations, workerFile, now });
  return {
    ...store,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describeStoreContract("SQLite", openAlone);

describeStoreContract("SQLite, with rows that were judged and packed in another thread", async (now) => {
  const store = await openAlone(now);
  const underWay = new Set<Promise<unknown>>();
  const appendPacked = async (batch: RolloutBatch) => {
    const [head, ...others] = batch.rows;
    if (head === undefined) return store.writer.appendRollouts(batch);
    const rows = structuredClone(await packRows([head, ...others]));
    return store.writer.appendPacked({ ...batch, rows });
  };
  const appendRollouts = (batch: RolloutBatch) => {
    const appended = appendPacked(batch);
    underWay.add(appended);
    return appended;
  };
  const writer = new Proxy(store.writer, {
    get: (whole, name) => {
      if (name === "appendRollouts") return appendRollouts;
      const part: unknown = Reflect.get(whole, name);
      return typeof part === "function" ? part.bind(whole) : part;
    },
  });
  return {
    ...store,
    writer,
    async close() {
      await Promise.allSettled(underWay);
      await store.close();
    },
  };
});

describe("SQLite's own promises", () => {
  let folder = "";

  beforeEach(() => {
    folder = makeFolder();
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const file = () => join(folder, "falsezero.db");

  /** Runs SQL on the database file while no store is open. */
  function edit(sql: string): void {
    const db = new Database(file());
    db.exec(sql);
    db.close();
  }

  async function fill(): Promise<void> {
    const store = open(folder);
    await new TestedStore(store).append([{ step: 1, reward: 0.5 }]);
    await store.close();
  }

  test("what was acknowledged is there when the folder is opened again", async () => {
    await fill();
    const store = open(folder);
    expect(await new TestedStore(store).steps()).toMatchObject([
      { step: 1, received: 1, reward: { evidence: { mean: 0.5 } } },
    ]);
    await store.close();
  });

  test("the folder is made where it is missing", async () => {
    const deep = join(folder, "a", "b");
    await open(deep).close();
    expect(existsSync(join(deep, "falsezero.db"))).toBe(true);
  });

  test("migrations go forward, each once, and data stays", async () => {
    const newer = join(folder, "migrations");
    mkdirSync(newer);
    for (const name of readdirSync(migrations)) copyFileSync(join(migrations, name), join(newer, name));
    const number = readMigrations(migrations).length + 1;
    writeFileSync(join(newer, `${String(number).padStart(4, "0")}_more.sql`), "CREATE TABLE more (id INTEGER) STRICT;");
    await fill();
    for (let opening = 0; opening < 2; opening++) {
      const store = open(folder, () => noon, newer);
      await store.writer.summariseDirtySteps(null);
      expect(await store.reader.readStorage()).toMatchObject({ schemaVersion: number, rollouts: 1 });
      await store.close();
    }
    expect(() => open(folder)).toThrow(StoreError);
    expect(() => open(folder)).toThrow(
      `was written by a newer Falsezero: its schema is version ${number}, this program knows ${number - 1}`,
    );
  });

  test("a migration that fails leaves the schema as it was", () => {
    const db = new Database(":memory:");
    const known = readMigrations(migrations);
    migrate(db, known, "it");
    const version = db.pragma("user_version", { simple: true });
    const broken = [...known, { version: known.length + 1, sql: "CREATE TABLE half (id INTEGER); CREATE NONSENSE;" }];
    expect(() => migrate(db, broken, "it")).toThrow("syntax error");
    expect(db.pragma("user_version", { simple: true })).toBe(version);
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined();
    db.close();
  });

  test("a hole among the migrations is named", () => {
    writeFileSync(join(folder, "0001_first.sql"), "");
    writeFileSync(join(folder, "0003_third.sql"), "");
    expect(() => readMigrations(folder)).toThrow("migration 2 is missing: found 0003_third.sql in its place");
  });

  test("a newer schema is refused by name, and nothing of it is touched", async () => {
    await fill();
    edit("PRAGMA user_version = 999");
    expect(() => open(folder)).toThrow("its schema is version 999");
    edit(`PRAGMA user_version = ${readMigrations(migrations).length}`);
    const store = open(folder);
    expect(await new TestedStore(store).steps()).toHaveLength(1);
    await store.close();
  });

  test.each([
    { what: "tables of its own", sql: "CREATE TABLE customers (id INTEGER)" },
    { what: "a mark of its own", sql: "PRAGMA application_id = 1234" },
  ])("a database of another program, with $what, is refused", ({ sql }) => {
    edit(sql);
    const before = readFileSync(file());
    expect(() => open(folder)).toThrow("is a database of another program. Choose another folder with FALSEZERO_DATA");
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  test("a file that is no database is not overwritten", () => {
    writeFileSync(file(), "These are the notes of somebody, and no database at all.\n".repeat(50));
    expect(() => open(folder)).toThrow("is not a database: it is damaged, or another file of that name");
  });

  test("a copy that was put back gets a new epoch, so that old cursors are unknown; an ordinary start keeps it", async () => {
    await fill();
    const copy = readFileSync(join(folder, "falsezero.db"));
    const epochs: number[] = [];
    for (const restored of [false, false, true]) {
      if (restored) writeFileSync(join(folder, "falsezero.db"), copy);
      const store = open(folder);
      epochs.push((await store.reader.readRevision()).epoch);
      await store.writer.setRun("run", { title: `opening ${epochs.length}` }, noon);
      await store.close();
    }
    expect(epochs).toEqual([1, 1, 2]);
  });

  test("a folder that can't hold data is refused by name", () => {
    writeFileSync(join(folder, "a-file"), "");
    for (const path of [join(folder, "a-file"), join(folder, "a-file", "below"), "/proc/nothing/here"]) {
      expect(() => open(path)).toThrow(`${path} can't hold the data`);
    }
  });

  test("a second opener of one folder is refused, and the folder is free again after a close", async () => {
    const store = open(folder);
    expect(() => open(folder)).toThrow("is open in another Falsezero");
    await store.close();
    await open(folder).close();
  });

  test("an opening that was refused does not keep the folder", async () => {
    await fill();
    edit("PRAGMA user_version = 999");
    expect(() => open(folder)).toThrow(StoreError);
    edit(`PRAGMA user_version = ${readMigrations(migrations).length}`);
    await open(folder).close();
  });

  test("filesystems of other machines are known by name, and this folder's is none", () => {
    expect([0x6969, 0xff534d42, -11317950, 0xfe534d42, 0x65735546, 0x01021997].map(networkFilesystemName)).toEqual([
      "NFS",
      "CIFS",
      "CIFS",
      "SMB2",
      "FUSE",
      "9P",
    ]);
    // ext4, xfs, btrfs, tmpfs, overlayfs, zfs.
    for (const type of [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1]) {
      expect(networkFilesystemName(type)).toBeNull();
    }
    expect(readNetworkFilesystem(folder)).toBeNull();
  });

  test("the writer is durable and keeps references; the reader can't write, whatever it is asked", async () => {
    await open(folder).close();
    const writer = openWriter(file());
    const read = (name: string) => writer.pragma(name, { simple: true });
    expect({
      journal: read("journal_mode"),
      synchronous: read("synchronous"),
      references: read("foreign_keys"),
    }).toEqual({
      journal: "wal",
      synchronous: 2,
      references: 1,
    });
    const reader = openReadOnly(file());
    expect(() => reader.exec("INSERT INTO name (text) VALUES ('x')")).toThrow("readonly");
    expect(() => reader.exec("PRAGMA query_only = OFF; DELETE FROM meta")).toThrow("readonly");
    reader.close();
    writer.close();
  });

  test("a deleted run leaves no row of its own behind", async () => {
    const store = open(folder);
    const tested = new TestedStore(store);
    await tested.append(
      [
        { step: 1, id: "r", labels: [["a", "b"]] },
        { step: 1, split: "eval" },
      ],
      {
        payload: () => "{}",
        idempotency: { key: "k", requestHash: "h" },
      },
    );
    await tested.setStep(2, { expectedIds: [{ id: "x", environment: null, group: null, sample: null }] });
    await tested.steps();
    await store.writer.deleteRun(tested.run);
    await store.close();
    const db = new Database(file(), { readonly: true });
    const tables = db
      .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map((table) => table.name);
    // Words and sets of labels are shared between runs; the deleted run's name is kept for live readers.
    const shared = new Set(["meta", "name", "label_set", "label_set_item", "deleted_run", "search_text"]);
    const left = tables.filter((name) => db.prepare(`SELECT 1 FROM ${name}`).get() !== undefined && !shared.has(name));
    const found = db.prepare<[], { type: string; text: string }>("SELECT type, text FROM search_text").all();
    db.close();
    expect(left.filter((name) => !name.startsWith("search_index"))).toEqual([]);
    expect(found).toEqual([{ type: "label", text: "a\nb" }]);
  });

  test("a step and its environments are found without a look at the others of the run", async () => {
    await open(folder).close();
    const db = new Database(file(), { readonly: true });
    const ofStep = "WHERE segment_id = 1 AND split = 0 AND step = 1";
    const plans = [
      `DELETE FROM step_summary ${ofStep} AND sequence < 1`,
      `UPDATE step_summary SET complete = 1, sequence = 1 ${ofStep}`,
    ].map((sql) => db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).get()?.detail);
    db.close();
    for (const plan of plans) expect(plan).toContain("(segment_id=? AND split=? AND step=?)");
  });
});
