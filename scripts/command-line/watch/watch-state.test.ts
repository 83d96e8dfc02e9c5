import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FileRecord, loadState, saveState } from "./watch-state";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "falsezero-state-"));
});
afterEach(() => rm(folder, { recursive: true }));

function makeRecord(about: Partial<FileRecord>): FileRecord {
  const place = { inode: 7, size: 3, modifiedMs: 1.5, offset: 3, lines: 1, digest: "d", context: "" };
  const nature = { role: "rows", stem: "a", step: 1 };
  const name = { name: "a.jsonl", path: "a.jsonl", ordinal: 1 };
  return { ...name, isGone: false, goneSince: null, ...place, ...nature, ...about };
}

test("what was kept comes back, and where nothing was there is no fault", async () => {
  const path = join(folder, "made", "state.json");
  expect(await loadState(path)).toEqual({ files: [], fault: null });
  const file = makeRecord({ path: "a.jsonl.1" });
  await saveState(path, [file]);
  expect(await loadState(path)).toEqual({ files: [file], fault: null });
});

test("what is there and can't be read is told, and none of it is taken", async () => {
  const torn = join(folder, "torn.json");
  await writeFile(torn, '{"version":2,"files":[{');
  expect(await loadState(torn)).toEqual({ files: [], fault: "it is not as this version writes it" });
  await mkdir(join(folder, "a folder.json"));
  expect(await loadState(join(folder, "a folder.json"))).toEqual({
    files: [],
    fault: expect.stringContaining("EISDIR"),
  });
});

test("files that have been gone for 30 days are forgotten, but not where others have had their name", async () => {
  const path = join(folder, "state.json");
  const daysAgo = (days: number) => Date.now() - days * 24 * 3_600_000;
  const files = [
    makeRecord({ name: "there.jsonl" }),
    makeRecord({ name: "lately.jsonl", goneSince: daysAgo(29) }),
    makeRecord({ name: "long.jsonl", goneSince: daysAgo(31) }),
    makeRecord({ name: "rotated.jsonl", path: "rotated.jsonl.1", goneSince: daysAgo(31) }),
    makeRecord({ name: "rotated.jsonl", ordinal: 2 }),
  ];
  await saveState(path, files);
  expect((await loadState(path)).files.map(({ name, ordinal }) => `${name}~${ordinal}`)).toEqual([
    "there.jsonl~1",
    "lately.jsonl~1",
    "rotated.jsonl~1",
    "rotated.jsonl~2",
  ]);
});
