/** What a look at a folder makes of files that were rotated since the last one. */
import { appendFile, copyFile, mkdir, mkdtemp, rename, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { digestBeginning, readFileStat } from "./disk";
import { FileTree } from "./file-tree";

let root = "";
let said: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "falsezero-tree-"));
  said = [];
});
afterEach(() => rm(root, { recursive: true }));

const at = (name: string) => join(root, name);
const write = (name: string, text: string) => writeFile(at(name), text);
const open = (former: FileTree | null = null) =>
  new FileTree(root, former?.files.map(({ record }) => record) ?? [], (text) => said.push(text));

/** All of each file as read, as the pass after a look notes it. */
async function readAll(tree: FileTree): Promise<void> {
  await tree.look(true);
  for (const file of tree.files) {
    const stat = await readFileStat(tree.pathOf(file), () => {});
    if (file.stat === null || stat === null) continue;
    file.record = {
      ...file.record,
      offset: stat.size,
      lines: 1,
      digest: await digestBeginning(tree.pathOf(file), stat.size),
    };
    file.settle(stat);
  }
}

/** Each file that is there: the name and ordinal that its rows are known by, where it is, and how much was read. */
const followed = (tree: FileTree) =>
  tree.files
    .filter(({ stat }) => stat !== null)
    .map(({ record }) => `${record.name}~${record.ordinal} ${record.path} ${record.offset}`)
    .sort();

async function rotate(...names: string[]): Promise<void> {
  for (let index = names.length - 1; index > 0; index--)
    await rename(at(names[index - 1] ?? ""), at(names[index] ?? ""));
}

test("what was rotated twice while nobody looked is found, and what came between is read whole, in order", async () => {
  await write("x.jsonl", "one\n");
  const first = open();
  await readAll(first);
  await appendFile(at("x.jsonl"), "rest\n");
  await rotate("x.jsonl", "x.jsonl.1");
  await write("x.jsonl", "two\n");
  await rotate("x.jsonl", "x.jsonl.1", "x.jsonl.2");
  await write("x.jsonl", "three\n");
  for (const tree of [first, open(first)]) {
    await tree.look(true);
    expect(followed(tree)).toEqual(["x.jsonl~1 x.jsonl.2 4", "x.jsonl~2 x.jsonl.1 0", "x.jsonl~3 x.jsonl 0"]);
  }
  await readAll(first);
  await rotate("x.jsonl", "x.jsonl.1", "x.jsonl.2", "x.jsonl.3");
  await write("x.jsonl", "four\n");
  const later = open(first);
  await later.look(true);
  expect(followed(later)).toEqual([
    "x.jsonl~1 x.jsonl.3 9",
    "x.jsonl~2 x.jsonl.2 4",
    "x.jsonl~3 x.jsonl.1 6",
    "x.jsonl~4 x.jsonl 0",
  ]);
});

test("a file that was seen and not yet read is the same when it is rotated", async () => {
  await write("x.jsonl", "one\n");
  const tree = open();
  await tree.look(true);
  await rotate("x.jsonl", "x.jsonl.1");
  await write("x.jsonl", "two\n");
  await tree.look(true);
  expect(followed(tree)).toEqual(["x.jsonl~1 x.jsonl.1 0", "x.jsonl~2 x.jsonl 0"]);
});

test("what was rotated before anything was followed is left, and told once", async () => {
  await write("x.jsonl.1", "older\n");
  await write("x.jsonl.2.gz", "packed\n");
  await write("x.jsonl", "one\n");
  const tree = open();
  await readAll(tree);
  await tree.look(true);
  expect(followed(tree)).toEqual(["x.jsonl~1 x.jsonl 4"]);
  expect(said).toEqual([
    expect.stringContaining("x.jsonl.2.gz was rotated away, and is not read: it is packed"),
    expect.stringContaining("x.jsonl.1 was rotated away, and is not read: it was there before"),
  ]);
});

test("where what was being read is gone, the later ones are read under names of their own, and that is told", async () => {
  await write("x.jsonl", "one\n");
  await utimes(at("x.jsonl"), 1_000, 1_000);
  const first = open();
  await readAll(first);
  await write("x.jsonl.1", "two\n");
  // Written before the first one goes: the disk could give it that one's number.
  await write("three", "three\n");
  await rename(at("three"), at("x.jsonl"));
  const tree = open(first);
  for (let look = 0; look < 2; look++) {
    await tree.look(true);
    expect(followed(tree)).toEqual(["x.jsonl~2 x.jsonl.1 0", "x.jsonl~3 x.jsonl 0"]);
  }
  expect(said.filter((text) => text.includes("whether it held more can't be told"))).toHaveLength(1);
});

test("a file that is copied and truncated is followed in its copy, and read anew in its place", async () => {
  await write("x.jsonl", "one\n");
  const tree = open();
  await readAll(tree);
  await appendFile(at("x.jsonl"), "rest\n");
  await copyFile(at("x.jsonl"), at("x.jsonl.1"));
  await tree.look(true);
  expect(followed(tree)).toEqual(["x.jsonl~1 x.jsonl 4"]);
  await truncate(at("x.jsonl"));
  await tree.look(true);
  expect(followed(tree)).toEqual(["x.jsonl~1 x.jsonl.1 4", "x.jsonl~2 x.jsonl 0"]);
});

test("a file that is gone is known to be gone since it was first missed, until it is there again", async () => {
  await write("x.jsonl", "one\n");
  const tree = open();
  await readAll(tree);
  await mkdir(at(".away"));
  await rename(at("x.jsonl"), at(".away/x"));
  const before = Date.now();
  await tree.look(true);
  const [since] = tree.files.map(({ record }) => record.goneSince);
  expect(since).toBeGreaterThanOrEqual(before);
  await tree.look(true);
  expect(tree.files.map(({ record }) => record.goneSince)).toEqual([since]);
  await rename(at(".away/x"), at("x.jsonl"));
  await tree.look(true);
  expect(tree.files.map(({ record }) => record.goneSince)).toEqual([null]);
  expect(followed(tree)).toEqual(["x.jsonl~1 x.jsonl 4"]);
});
