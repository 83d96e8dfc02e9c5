/** What a look at a folder asks the disk of files that are gone: of a trainer that removes its old ones there are many. */
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { FileTree } from "./file-tree";

const asked = vi.hoisted((): string[] => []);

vi.mock("./disk", async (importOriginal) => {
  const disk = await importOriginal<typeof import("./disk")>();
  return {
    ...disk,
    readFileStat(path: string, onUnreadable: () => void) {
      asked.push(basename(path));
      return disk.readFileStat(path, onUnreadable);
    },
  };
});

test("a file that is gone is not asked for at each look, and is found when it is there again", async () => {
  const root = await mkdtemp(join(tmpdir(), "falsezero-gone-"));
  const at = (name: string) => join(root, name);
  await mkdir(at(".away"));
  for (const name of ["a.jsonl", "b.jsonl"]) await writeFile(at(name), "{}\n");
  const tree = new FileTree(root, [], () => undefined);
  await tree.look(true);
  await rename(at("a.jsonl"), at(".away/a"));
  await tree.look(true);
  asked.length = 0;
  await tree.look(true);
  expect(new Set(asked)).toEqual(new Set(["b.jsonl"]));
  await rename(at(".away/a"), at("a.jsonl"));
  await tree.look(true);
  // A disk lists names in an order of its own.
  expect(tree.files.map(({ record: { path, ordinal }, stat }) => [path, ordinal, stat?.size]).sort()).toEqual([
    ["a.jsonl", 1, 3],
    ["b.jsonl", 1, 3],
  ]);
  await rm(root, { recursive: true });
});
