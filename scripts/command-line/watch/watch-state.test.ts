import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadState, saveState } from "./watch-state";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "falsezero-state-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("what was kept comes back, and where nothing was there is no fault", async () => {
  const path = join(folder, "made", "state.json");
  expect(await loadState(path)).toEqual({ files: [], fault: null });
  const place = { inode: 7, size: 3, modifiedMs: 1.5, offset: 3, lines: 1, digest: "d", context: "" };
  const file = {
    name: "a.jsonl",
    path: "a.jsonl.1",
    isGone: false,
    ordinal: 1,
    ...place,
    role: "rows",
    stem: "a",
    step: 1,
  };
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
