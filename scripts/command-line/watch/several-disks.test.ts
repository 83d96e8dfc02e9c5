/** What a look at a folder makes of files of two disks, such as the layers of a container's: each disk numbers its own. */
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { digestBeginning } from "./disk";
import { FileTree } from "./file-tree";

/** Which disk each file is on, and its number there. */
const places = vi.hoisted(() => new Map<string, { device: number; inode: number }>());

vi.mock("./disk", async (importOriginal) => {
  const disk = await importOriginal<typeof import("./disk")>();
  return {
    ...disk,
    async readFileStat(path: string, onUnreadable: () => void) {
      const stat = await disk.readFileStat(path, onUnreadable);
      return stat === null ? null : { ...stat, ...places.get(basename(path)) };
    },
  };
});

test("a rotated file is read that has the number which the newest has on another disk", async () => {
  const root = await mkdtemp(join(tmpdir(), "falsezero-disks-"));
  const at = (name: string) => join(root, name);
  places.set("x.jsonl", { device: 1, inode: 8 });
  await writeFile(at("x.jsonl"), "one\n");
  const tree = new FileTree(root, [], () => undefined);
  await tree.look(true);
  for (const file of tree.files)
    file.record = { ...file.record, offset: 4, lines: 1, digest: await digestBeginning(at("x.jsonl"), 4) };
  await rename(at("x.jsonl"), at("x.jsonl.2"));
  await writeFile(at("x.jsonl.1"), "two\n");
  await writeFile(at("x.jsonl"), "three\n");
  places.set("x.jsonl.2", { device: 1, inode: 8 });
  places.set("x.jsonl.1", { device: 2, inode: 9 });
  places.set("x.jsonl", { device: 1, inode: 9 });
  await tree.look(true);
  expect(tree.files.map(({ record: { name, ordinal, path } }) => `${name}~${ordinal} ${path}`)).toEqual([
    "x.jsonl~1 x.jsonl.2",
    "x.jsonl~2 x.jsonl.1",
    "x.jsonl~3 x.jsonl",
  ]);
  await rm(root, { recursive: true });
});
