import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { uncompressSync } from "lz4-napi";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "@/db/sqlite/open";
import { first, type OpenedStore, TestedStore } from "./tested-store";

let folder = "";
let store: OpenedStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "falsezero-text-"));
  const migrations = join(process.cwd(), "db", "migrations");
  const workerFile = join(process.cwd(), "dist", "read.worker.mjs");
  store = openSqliteStore({ folder, migrations, workerFile });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** All kept text, unpacked. */
function readBlocks(): string[] {
  const db = new Database(join(folder, "falsezero.db"), { readonly: true });
  const bodies = db.prepare<[], { encoding: number; body: Buffer }>("SELECT encoding, body FROM payload_block").all();
  db.close();
  return bodies.map(({ encoding, body }) => (encoding === 0 ? body : uncompressSync(body)).toString());
}

test("a deleted rollout's bytes are gone from its block, and its neighbours' are not", async () => {
  const tested = new TestedStore(store);
  const words = (index: number) =>
    `{"secret":"${["first", "second", "third"][index]} ${"long enough to be packed ".repeat(20)}"}`;
  await tested.append([{ step: 1 }, { step: 1 }, { step: 1 }], { payload: words });
  const [, key] = await tested.keys();
  await store.writer.deleteRollout(key ?? 0);
  await store.close();
  const texts = readBlocks();
  expect(texts).toHaveLength(1);
  expect(["first", "second", "third"].map((word) => first(texts).includes(word))).toEqual([true, false, true]);
});

test("a deleted rollout's bytes are in no other block, though a neighbour of its commit failed", async () => {
  const tested = new TestedStore(store);
  const send = (word: string, answer = () => "taken") =>
    tested.append([{ step: 1, id: word }], { payload: () => `{"secret":"${word}"}`, answer });
  const refuse = () => {
    throw new Error("no answer");
  };
  await Promise.allSettled([send("first"), send("second", refuse), send("third")]);
  await store.writer.deleteRollout(first(await tested.keys()));
  await store.close();
  const kept = readBlocks().join("");
  expect(["first", "third"].filter((word) => kept.includes(word))).toEqual(["third"]);
});

test("with a rollout goes the text of its older attempts, and of rows that were sent again", async () => {
  const tested = new TestedStore(store);
  const place = { step: 1, group: "a", sample: 0 };
  const sent = [{ attempt: 0 }, { attempt: 0, reward: 0 }, { attempt: 1 }, { sample: 1 }];
  for (const [index, row] of sent.entries()) {
    await tested.append([{ ...place, ...row }], { payload: () => `{"secret":"word ${index}"}` });
  }
  await store.writer.deleteRollout(first(await tested.keys()));
  await store.close();
  const kept = readBlocks().join("");
  expect([0, 1, 2, 3].filter((index) => kept.includes(`word ${index}`))).toEqual([3]);
});
