import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CommitQueue } from "@/db/sqlite/commit-queue";

let db: Database.Database;
let queue: CommitQueue;
let heard: string[] = [];

beforeEach(() => {
  db = new Database(":memory:");
  db.exec("CREATE TABLE word (text TEXT NOT NULL UNIQUE)");
  heard = [];
  queue = new CommitQueue(db, {
    prepare: async () => {
      heard.push("prepare");
    },
    beforeCommit: () => heard.push("before commit"),
    afterRollback: () => heard.push("rollback"),
    afterCommit: () => heard.push("commit"),
  });
});

afterEach(() => {
  db.close();
});

const write = (text: string) => () => db.prepare("INSERT INTO word (text) VALUES (?)").run(text).changes;
const words = () => db.prepare("SELECT text FROM word ORDER BY rowid").pluck().all();

test("jobs that wait together share one commit, in their order", async () => {
  const results = await Promise.all(["a", "b", "c"].map((word) => queue.submit(write(word))));
  expect(results).toEqual([1, 1, 1]);
  expect(words()).toEqual(["a", "b", "c"]);
  expect(heard).toEqual(["prepare", "before commit", "commit"]);
});

test("a job that fails did not happen, and the others of its commit did", async () => {
  const half = () => {
    write("half")();
    throw new Error("no");
  };
  const results = await Promise.allSettled([queue.submit(write("a")), queue.submit(half), queue.submit(write("b"))]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(words()).toEqual(["a", "b"]);
  expect(heard).toEqual(["prepare", "rollback", "before commit", "commit"]);
});

test("work that comes while others are written is part of the next commit", async () => {
  const first = queue.submit(write("a"));
  const second = first.then(() => queue.submit(write("b")));
  await second;
  expect(words()).toEqual(["a", "b"]);
  expect(heard.filter((one) => one === "commit")).toHaveLength(2);
});

test("a full disk refuses what does not fit with a time to come back, and takes what does", async () => {
  db.pragma("max_page_count = 8");
  const error: unknown = await queue.submit(write("x".repeat(100_000))).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "unavailable", status: 503, options: { retryAfter: 30 } });
  expect(String(error)).toContain("The disk that holds the data is full");
  expect(await queue.submit(write("small"))).toBe(1);
  expect(words()).toEqual(["small"]);
});

test("an error of ours is told as it is", async () => {
  await queue.submit(write("a"));
  await expect(queue.submit(write("a"))).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_UNIQUE" });
});

test("a closed queue commits what waits, and takes no more", async () => {
  const waiting = queue.submit(write("a"));
  await queue.close();
  expect(await waiting).toBe(1);
  await expect(queue.submit(write("b"))).rejects.toMatchObject({ code: "unavailable", options: { retryAfter: 5 } });
  expect(words()).toEqual(["a"]);
});
