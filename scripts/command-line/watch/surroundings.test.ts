import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FileTree } from "./file-tree";
import { Surroundings } from "./surroundings";

let above = "";
let root = "";
let said: string[] = [];

beforeEach(async () => {
  above = await mkdtemp(join(tmpdir(), "falsezero-surroundings-"));
  root = join(above, "out");
  said = [];
  await mkdir(join(root, "run_1"), { recursive: true });
});
afterEach(() => rm(above, { recursive: true }));

function open() {
  const tree = new FileTree(root, [], () => undefined);
  const surroundings = new Surroundings(root, true, (text) => said.push(text));
  return async () => {
    await tree.look(true);
    await surroundings.look(tree.links);
    return tree.files.filter(({ stat }) => stat !== null).map(({ record }) => record.path);
  };
}

test("a folder that goes away is told of once, and so is its coming back", async () => {
  const look = open();
  await writeFile(join(root, "a.jsonl"), "{}\n");
  expect(await look()).toEqual(["a.jsonl"]);
  await rename(root, join(above, "elsewhere"));
  expect(await look()).toEqual([]);
  await look();
  expect(said).toEqual([`The folder ${root} is gone: it is waited for. What was sent of its files stays in the run.`]);
  await rename(join(above, "elsewhere"), root);
  expect(await look()).toEqual(["a.jsonl"]);
  expect(said.slice(1)).toEqual([`The folder ${root} is there now, and is followed.`]);
});

test("a link to a folder elsewhere is named once; one to a folder that is followed, or to nothing, is not", async () => {
  const look = open();
  await mkdir(join(above, "run_2"));
  await writeFile(join(above, "run_2", "b.jsonl"), "{}\n");
  await symlink(join(above, "run_2"), join(root, "current"));
  await symlink("run_1", join(root, "latest"));
  await symlink("nowhere", join(root, "gone"));
  for (let looks = 0; looks < 2; looks++) expect(await look()).toEqual([]);
  expect(said).toEqual([expect.stringMatching(/^current is a link to a folder elsewhere, and is not followed: watch/)]);
});
