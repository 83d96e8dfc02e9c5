/** What becomes of an upload before it is read. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { spoolUpload } from "@/lib/server/spool-upload";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "falsezero-spool-"));
});

afterEach(async () => rm(folder, { recursive: true }));

function toForm(names: readonly string[]): string {
  const parts = names.map(
    (name) => `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n{}\r\n`,
  );
  return `${parts.join("")}--b--\r\n`;
}

async function* chunksOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function spool(names: readonly string[], mostFiles?: number) {
  return spoolUpload(folder, chunksOf(toForm(names)), "multipart/form-data; boundary=b", undefined, mostFiles);
}

it("refuses more files than it takes by their number, and takes exactly as many", async () => {
  expect((await spool(["a.jsonl", "b.jsonl"], 2)).sources).toHaveLength(2);
  await expect(spool(["a.jsonl", "b.jsonl", "c.jsonl"], 2)).rejects.toThrow(/more than 2 files/);
});

it.each([
  [
    ["run/a.jsonl", "run/step_1/a.jsonl"],
    ["a.jsonl", "step_1/a.jsonl"],
  ],
  [["run/only.jsonl"], ["only.jsonl"]],
  [["a.jsonl"], ["a.jsonl"]],
  [
    ["one/a.jsonl", "two/a.jsonl"],
    ["one/a.jsonl", "two/a.jsonl"],
  ],
  [
    ["run/a.jsonl", "a.jsonl"],
    ["run/a.jsonl", "a.jsonl"],
  ],
])("calls %j as the command line calls the files of a folder: %j", async (names, shown) => {
  const { sources } = await spool(names);
  expect(sources.map((source) => source.shown)).toEqual(shown);
  expect(sources.map((source) => source.path)).toEqual(names);
});

it("reads names back that browsers write in percent signs, those three and no others", async () => {
  const { sources } = await spool(["run%221%22.jsonl", "two%0Alines%0D.jsonl", "50%25 of%20a.jsonl", "%0a.jsonl"]);
  expect(sources.map(({ path }) => path)).toEqual([
    'run"1".jsonl',
    "two\nlines\r.jsonl",
    "50%25 of%20a.jsonl",
    "%0a.jsonl",
  ]);
});
