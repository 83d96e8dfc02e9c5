import { spawn } from "node:child_process";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isOwned, nameOwner } from "./spool-owner";

const now = Date.parse("2026-11-29T12:00:00Z");
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "falsezero-owner-"));
});

afterEach(async () => rm(folder, { recursive: true }));

/** A file that was last touched so many ms before now. */
async function leave(owner: string, ago: number): Promise<string> {
  const path = join(folder, `${owner}.0a1b2c.0.rows`);
  await writeFile(path, "");
  await utimes(path, new Date(now - ago), new Date(now - ago));
  return path;
}

const [place = "", pid = "", start = ""] = nameOwner().split(".");

it("holds its own files, however long ago they were touched", async () => {
  expect(await isOwned(await leave(nameOwner(), 86_400_000), now)).toBe(true);
});

it("knows at once of a process of its own place that is gone, or that another one has its number", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.once("close", resolve));
  expect(await isOwned(await leave(`${place}.${child.pid}.77`, 0), now)).toBe(false);
  expect(await isOwned(await leave(`${place}.${pid}.${Number(start) - 1}`, 0), now)).toBe(false);
});

it.each([
  ["of a container that got another name", "trainer-7f9c.1.4711"],
  ["of another boot or container with the same number of a process", "0123456789ab.1.4711"],
  ["of a process whose start can't be told", `${place}.${pid}.0`],
  ["named in no way that is known", "x"],
])("leaves a file %s alone for two minutes after its last touch", async (_whose, owner) => {
  expect(await isOwned(await leave(owner, 119_000), now)).toBe(true);
  expect(await isOwned(await leave(owner, 121_000), now)).toBe(false);
  // Of a clock that is wrong by more.
  expect(await isOwned(await leave(owner, -121_000), now)).toBe(false);
});

it("finds a file that is gone meanwhile held by its own process while that lives, and by nobody else", async () => {
  expect(await isOwned(join(folder, `${place}.${pid}.${start}.gone.0.rows`), now)).toBe(true);
  expect(await isOwned(join(folder, "other.1.2.gone.0.rows"), now)).toBe(false);
});
