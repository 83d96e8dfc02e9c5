import { appendFile, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openUnpacked, tellsOfChange } from "@/lib/importers/import-source";
import { toFileSource, toRefusable } from "./file-source";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "falsezero-source-"));
});

afterEach(async () => rm(folder, { recursive: true }));

/** Longer than what is read ahead. */
const long = Buffer.alloc(2 * 1024 * 1024, "0123456789abcdef");

async function place(name: string, bytes: Uint8Array) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, source: toRefusable(toFileSource(path, { path, shown: name, size: bytes.length })) };
}

/** Reads to the end; something happens after the first bytes. @returns how many bytes came, and what it threw. */
async function readThrough(chunks: AsyncIterable<Uint8Array>, happens: () => Promise<unknown>) {
  let read = 0;
  try {
    for await (const chunk of chunks) {
      if (read === 0) await happens();
      read += chunk.length;
    }
  } catch (error) {
    return { read, error };
  }
  return { read, error: null };
}

it("reads a file that grows as it was, whole", async () => {
  const { path, source } = await place("a.jsonl", long);
  expect(await readThrough(source.open(), () => appendFile(path, "more"))).toEqual({ read: long.length, error: null });
});

it.each([
  ["is emptied", (path: string) => truncate(path, 0), "it is shorter than it was"],
  ["loses its end", (path: string) => truncate(path, long.length - 5), "it is shorter than it was"],
  [
    "is written anew, as long as it was",
    (path: string) => writeFile(path, Buffer.alloc(long.length, "x")),
    "it was written anew from its beginning",
  ],
])("says that a file changed which %s while it is read, and never takes it for whole", async (_, change, how) => {
  const { path, source } = await place("a.jsonl", long);
  const { error } = await readThrough(source.open(), () => change(path));
  expect(error).toMatchObject({ message: expect.stringContaining(`it changed while it was read (${how})`) });
  expect(tellsOfChange(error)).toBe(true);
});

it("says so of one that became shorter before it was opened, of a part of it, and of a packed one", async () => {
  const { path, source } = await place("a.parquet", long);
  await truncate(path, 100);
  expect(tellsOfChange((await readThrough(source.open(), async () => undefined)).error)).toBe(true);
  await expect(source.read(90, 110)).rejects.toSatisfy(tellsOfChange);
  expect(await source.read(90, 100)).toHaveLength(10);

  const noise = Buffer.from(Array.from({ length: 1_500_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 255));
  const packed = await place("a.jsonl.gz", gzipSync(noise, { level: 0 }));
  const { error } = await readThrough(openUnpacked(packed.source), () => truncate(packed.path, 700_000));
  expect(error).toMatchObject({ message: expect.stringContaining("it changed while it was read") });
});
