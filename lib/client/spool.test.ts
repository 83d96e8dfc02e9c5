import fs from "node:fs";
import { mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DiskSpool, MemorySpool, toSpoolLine, writeLast } from "./spool";

let folder = "";
const held: DiskSpool[] = [];

async function create(path: string): Promise<DiskSpool> {
  const spool = await DiskSpool.create(path);
  held.push(spool);
  return spool;
}

async function adopt(path: string, own: string): Promise<DiskSpool | null> {
  const spool = await DiskSpool.adopt(path, own);
  if (spool !== null) held.push(spool);
  return spool;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "falsezero-spool-"));
});

afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  for (const spool of held.splice(0)) await spool.close().catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

function record(id: number) {
  return { method: "ROWS", path: "/api/v1/runs/r/rollouts", body: `{"id":${id}}` };
}

function lines(...ids: number[]): Buffer {
  return Buffer.from(ids.map((id) => toSpoolLine(record(id))).join(""));
}

/** What file handles have in common, to have one of its methods fail. */
async function handles() {
  const file = await open(join(folder, "probe"), "w");
  await file.close();
  await rm(join(folder, "probe"));
  return Object.getPrototypeOf(file);
}

function fullDisk(): Error {
  return Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
}

function descriptors(): number {
  return fs.readdirSync("/proc/self/fd").length;
}

async function idsOf(spool: DiskSpool | MemorySpool | null): Promise<string[]> {
  const { records } = (await spool?.readWindow()) ?? { records: [] };
  return records.map(({ body }) => body);
}

it("reads what was written, from where it was acknowledged", async () => {
  const spool = await create(join(folder, "a", "1.rows"));
  await spool.append(lines(1, 2));
  const { end } = await spool.readWindow();
  await spool.append(lines(3));
  await spool.acknowledge(end);
  expect(await idsOf(spool)).toEqual(['{"id":3}']);
  expect(spool.pending).toBe(lines(3).length);
  const heir = await adopt(spool.path, join(folder, "a", "2.rows"));
  expect(await idsOf(heir)).toEqual(['{"id":3}']);
  expect(await readdir(join(folder, "a"))).toEqual(["2.rows"]);
});

it("leaves neither a file nor a descriptor where a disk that is full takes a name and no bytes", async () => {
  vi.spyOn(await handles(), "write").mockRejectedValue(fullDisk());
  const before = descriptors();
  for (let tried = 0; tried < 20; tried++) {
    await expect(create(join(folder, "a", `${tried}.rows`))).rejects.toThrow("ENOSPC");
  }
  expect(await readdir(join(folder, "a"))).toEqual([]);
  expect(descriptors()).toBe(before);
});

it("makes its file though another process removes the empty folder in between", async () => {
  const { mkdir: make } = fs.promises;
  let removed = 0;
  vi.spyOn(fs.promises, "mkdir").mockImplementation(async (path, options) => {
    const made = await make(path, options);
    if (removed++ < 2) await rm(String(path), { recursive: true });
    return made;
  });
  syncBuiltinESMExports();
  const spool = await create(join(folder, "a", "1.rows"));
  expect([removed, spool.pending]).toEqual([3, 0]);
});

it("writes all of what a disk takes in pieces", async () => {
  const prototype = await handles();
  const write = prototype.write;
  vi.spyOn(prototype, "write").mockImplementation(function (this: unknown, ...args: unknown[]) {
    const [bytes, from, length, at] = args;
    return Reflect.apply(write, this, [bytes, from, Math.min(Number(length), 7), at]);
  });
  const spool = await create(join(folder, "1.rows"));
  await spool.append(lines(1, 2, 3));
  expect(await idsOf(spool)).toEqual(['{"id":1}', '{"id":2}', '{"id":3}']);
});

it("writes all of what is left at the end, though the disk takes it in pieces", async () => {
  const { writeSync } = fs;
  const spool = await create(join(folder, "1.rows"));
  vi.spyOn(fs, "writeSync").mockImplementation((...args: unknown[]) => {
    const [fd, bytes, from, length, at] = args;
    return Reflect.apply(writeSync, fs, [fd, bytes, from, Math.min(Number(length), 7), at]);
  });
  syncBuiltinESMExports();
  spool.appendSync(lines(1, 2));
  writeLast(join(folder, "new", "2.rows"), lines(3, 4));
  expect(await idsOf(spool)).toEqual(['{"id":1}', '{"id":2}']);
  expect(await idsOf(await adopt(join(folder, "new", "2.rows"), join(folder, "3.rows")))).toEqual([
    '{"id":3}',
    '{"id":4}',
  ]);
});

it.each([
  [5, []],
  [17, []],
  [17 + 20, []],
  [17 + lines(3).length, ['{"id":3}']],
  [17 + lines(3).length + 20, ['{"id":3}']],
])("keeps of the end what a disk with room for %i bytes takes whole, else no file", async (room, kept) => {
  const { writeSync } = fs;
  vi.spyOn(fs, "writeSync").mockImplementation((...args: unknown[]) => {
    const [fd, bytes, from, length, at] = args;
    const some = Math.min(Number(length), room - Number(at));
    if (some <= 0) throw fullDisk();
    return Reflect.apply(writeSync, fs, [fd, bytes, from, some, at]);
  });
  syncBuiltinESMExports();
  const before = descriptors();
  expect(() => writeLast(join(folder, "a", "1.rows"), lines(3, 4))).toThrow("ENOSPC");
  expect(descriptors()).toBe(before);
  expect(await readdir(join(folder, "a"))).toEqual(kept.length === 0 ? [] : ["1.rows"]);
  if (kept.length > 0)
    expect(await idsOf(await adopt(join(folder, "a", "1.rows"), join(folder, "2.rows")))).toEqual(kept);
});

it("reads on where a read brings less than was asked for", async () => {
  const spool = await create(join(folder, "1.rows"));
  await spool.append(lines(1, 2, 3));
  const prototype = await handles();
  const read = prototype.read;
  vi.spyOn(prototype, "read").mockImplementation(function (this: unknown, ...args: unknown[]) {
    const [buffer, from, length, at] = args;
    return Reflect.apply(read, this, [buffer, from, Math.min(Number(length), 5), at]);
  });
  expect(await idsOf(spool)).toHaveLength(3);
});

it("is as it was after a write that failed halfway", async () => {
  const spool = await create(join(folder, "1.rows"));
  await spool.append(lines(1));
  const { size } = spool;
  const prototype = await handles();
  const write = prototype.write;
  const failing = vi.spyOn(prototype, "write").mockImplementation(async function (this: unknown, ...args: unknown[]) {
    if (failing.mock.calls.length > 1) throw fullDisk();
    const [bytes, from, , at] = args;
    return Reflect.apply(write, this, [bytes, from, 5, at]);
  });
  await expect(spool.append(lines(2))).rejects.toThrow("ENOSPC");
  failing.mockRestore();
  expect(spool.size).toBe(size);
  expect((await readFile(spool.path)).length).toBe(size);
  await spool.append(lines(3));
  expect(await idsOf(spool)).toEqual(['{"id":1}', '{"id":3}']);
});

it("leaves a file where it is that can't be opened now, to be adopted later", async () => {
  const spool = await create(join(folder, "1.rows"));
  await spool.append(lines(1));
  const { open: really } = fs.promises;
  const failing = vi.spyOn(fs.promises, "open").mockRejectedValue(new Error("EMFILE: too many open files"));
  syncBuiltinESMExports();
  expect(await adopt(spool.path, join(folder, "2.rows"))).toBeNull();
  expect(await readdir(folder)).toEqual(["1.rows"]);
  failing.mockImplementation(really);
  expect(await idsOf(await adopt(spool.path, join(folder, "2.rows")))).toEqual(['{"id":1}']);
});

it("lets one of two that adopt at once have it, and the other keep no descriptor", async () => {
  const spool = await create(join(folder, "1.rows"));
  await spool.append(lines(1));
  const before = descriptors();
  const both = await Promise.all(["2.rows", "3.rows"].map((name) => adopt(spool.path, join(folder, name))));
  expect(both.filter((one) => one !== null)).toHaveLength(1);
  expect(descriptors()).toBe(before + 1);
});

it("sees that somebody took it, and keeps a file that its owner went on writing to", async () => {
  const path = join(folder, "1.rows");
  const owner = await create(path);
  await owner.append(lines(1));
  await owner.touch(new Date());
  expect(owner.isTaken).toBe(false);
  const heir = await adopt(path, join(folder, "2.rows"));
  await owner.append(lines(2));
  await owner.touch(new Date());
  expect(owner.isTaken).toBe(true);
  await heir?.acknowledge((await heir.readWindow()).end);
  await heir?.close();
  expect(await readdir(folder)).toEqual(["2.rows"]);
});

it.each([
  ["half a line at its end", (whole: Buffer) => whole.subarray(0, whole.length - 3), 1],
  ["half a head", (whole: Buffer) => whole.subarray(0, 9), 0],
  ["nothing in it", () => Buffer.alloc(0), 0],
  [
    "a place beyond its end",
    (whole: Buffer) => Buffer.concat([Buffer.from("0000000000009999\n"), whole.subarray(17)]),
    2,
  ],
])("reads what can be read of a file with %s, and removes it then", async (_what, damage, count) => {
  const path = join(folder, "b", "1.rows");
  writeLast(path, lines(1, 2));
  await writeFile(path, damage(await readFile(path)));
  const heir = await adopt(path, join(folder, "b", "2.rows"));
  const { records, end } = (await heir?.readWindow()) ?? { records: [], end: 0 };
  expect(records).toHaveLength(count);
  while (heir !== null && heir.pending > 0) await heir.acknowledge((await heir.readWindow()).end);
  expect(end).toBeLessThanOrEqual(heir?.size ?? 0);
  await heir?.close();
  expect(await readdir(folder)).toEqual([]);
});

it("keeps what waits in memory in its order", async () => {
  const spool = new MemorySpool();
  await spool.append(lines(1, 2));
  spool.appendSync(lines(3));
  expect(await idsOf(spool)).toEqual(['{"id":1}', '{"id":2}']);
  await spool.acknowledge(lines(1).length);
  expect(await idsOf(spool)).toEqual(['{"id":2}']);
  await spool.acknowledge(lines(2).length);
  expect(await idsOf(spool)).toEqual(['{"id":3}']);
  expect(spool.pending).toBe(lines(3).length);
});
