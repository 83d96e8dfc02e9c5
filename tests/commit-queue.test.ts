import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CommitQueue } from "@/db/sqlite/commit-queue";

let db: Database.Database;
let queue: CommitQueue;
let heard: string[] = [];
let isDiskQuick = false;
/** Ends the sync of the log that is under way; null: it ends at once. */
let endings: { resolve(): void; reject(error: Error): void }[] | null = null;

beforeEach(() => {
  db = new Database(":memory:");
  db.exec("CREATE TABLE word (text TEXT NOT NULL UNIQUE)");
  heard = [];
  endings = null;
  isDiskQuick = false;
  queue = new CommitQueue(db, {
    prepare: async () => {
      heard.push("prepare");
    },
    beforeCommit: () => heard.push("before commit"),
    afterRollback: () => heard.push("rollback"),
    afterCommit: () => heard.push("commit"),
    isDiskQuick: () => isDiskQuick,
    sync: () => new Promise((resolve, reject) => (endings === null ? resolve() : endings.push({ resolve, reject }))),
    afterSync: () => heard.push("sync"),
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
  expect(heard).toEqual(["prepare", "before commit", "commit", "sync"]);
});

test("on a quick disk many jobs are committed in parts, in their order, and on a slow one together", async () => {
  const many = Array.from({ length: 70 }, (_, index) => `word ${index}`);
  isDiskQuick = true;
  await Promise.all(many.map((word) => queue.submit(write(word))));
  expect(words()).toEqual(many);
  expect(heard.filter((one) => one === "commit")).toHaveLength(3);
  isDiskQuick = false;
  await Promise.all(many.map((word) => queue.submit(write(`${word} again`))));
  expect(heard.filter((one) => one === "commit")).toHaveLength(4);
});

test("a job that fails did not happen, and the others of its commit did", async () => {
  const half = () => {
    write("half")();
    throw new Error("no");
  };
  const results = await Promise.allSettled([queue.submit(write("a")), queue.submit(half), queue.submit(write("b"))]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(words()).toEqual(["a", "b"]);
  expect(heard).toEqual(["prepare", "rollback", "before commit", "commit", "sync"]);
});

test("repeatable jobs are run again one by one where one of them fails: it did not happen, and the others did", async () => {
  const half = () => {
    write("half")();
    throw new Error("no");
  };
  const repeatable = (run: () => number) => queue.submit(run, { isRepeatable: true });
  const jobs = [repeatable(write("a")), repeatable(half), queue.submit(write("b")), repeatable(write("c"))];
  const results = await Promise.allSettled([...jobs, repeatable(write("a"))]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled", "rejected"]);
  expect(words()).toEqual(["a", "b", "c"]);
  // The first two together and the second alone, the last two together and the last alone.
  expect(heard.filter((one) => one === "rollback")).toHaveLength(4);
  expect(heard.filter((one) => one === "commit")).toHaveLength(1);
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

function hold() {
  const held: NonNullable<typeof endings> = [];
  endings = held;
  return held;
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test("nobody is told before the commit is on the disk, and the next one is written meanwhile, but no third", async () => {
  const told: string[] = [];
  const ends = hold();
  const submit = async (word: string) => {
    const written = queue.submit(write(word)).then(() => told.push(word));
    await turns();
    return written;
  };
  const written = [submit("a")];
  await turns();
  written.push(submit("b"));
  await turns();
  written.push(submit("c"));
  await turns();
  expect([words(), told]).toEqual([["a", "b"], []]);
  ends[0]?.resolve();
  await turns();
  expect([words(), told]).toEqual([["a", "b", "c"], ["a"]]);
  expect(heard.filter((one) => one === "sync")).toHaveLength(1);
  ends[1]?.resolve();
  ends[2]?.resolve();
  await Promise.all(written);
  expect(told).toEqual(["a", "b", "c"]);
});

test("where the disk does not keep a commit, its jobs and all that come later are refused", async () => {
  const ends = hold();
  const first = queue.submit(write("a")).catch((error: unknown) => error);
  await turns();
  const second = queue.submit(write("b")).catch((error: unknown) => error);
  await turns();
  ends[0]?.reject(new Error("EIO"));
  ends[1]?.resolve();
  for (const error of [await first, await second]) {
    expect(error).toMatchObject({ code: "unavailable", options: { retryAfter: 30 } });
    expect(String(error)).toContain("Whether this request was stored is not known");
  }
  await expect(queue.submit(write("c"))).rejects.toMatchObject({ code: "unavailable" });
  expect(words()).toEqual(["a", "b"]);
  expect(heard).not.toContain("sync");
});

test("a queue is closed when its last commit is on the disk", async () => {
  const ends = hold();
  const written = queue.submit(write("a"));
  let isClosed = false;
  const closing = queue.close().then(() => (isClosed = true));
  await turns();
  expect(isClosed).toBe(false);
  ends[0]?.resolve();
  await closing;
  expect(await written).toBe(1);
});
