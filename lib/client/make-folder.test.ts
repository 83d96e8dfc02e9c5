import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder, makeFolderSync } from "./make-folder";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "falsezero-folders-"));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const both = [
  ["in time", makeFolder],
  ["at once", async (folder: string, mode: number) => makeFolderSync(folder, mode)],
] as const;

test.each(both)("makes what is missing above it, and takes what is there, %s", async (_, make) => {
  await make(join(root, "a", "b", "c"), 0o700);
  await make(join(root, "a", "b", "c"), 0o700);
  expect(statSync(join(root, "a", "b")).mode & 0o777).toBe(0o700);
  expect(statSync(join(root, "a", "b", "c")).isDirectory()).toBe(true);
});

test.each(both)("ends with an error where nothing can be made, %s", async (_, make) => {
  writeFileSync(join(root, "file"), "");
  symlinkSync("nowhere", join(root, "dangling"));
  await expect(make(join(root, "file"), 0o700)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(make(join(root, "file", "below", "it"), 0o700)).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(make(join(root, "dangling", "below", "it"), 0o700)).rejects.toMatchObject({ code: "EEXIST" });
});

test.each(both)("ends below /proc, where nothing is ever made, %s", async (_, make) => {
  await expect(make("/proc/falsezero/state", 0o700)).rejects.toThrow("/proc");
});
