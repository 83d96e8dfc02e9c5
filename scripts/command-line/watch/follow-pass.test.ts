/** What a pass makes of files that move, or can't be read on, while it is under way. */
import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toDryRun } from "@/lib/importers/dry-run-target";
import type { ImportTarget } from "@/lib/importers/import-target";
import { usualLimits } from "@/lib/wire/row-scanner";
import { FileTree } from "./file-tree";
import { type FollowOptions, FollowPass } from "./follow-pass";

const dryRunTarget = toDryRun(usualLimits);

let root = "";
let now = Date.UTC(2026, 10, 30);
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  root = await mkdtemp(join(tmpdir(), "falsezero-pass-"));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(root, { recursive: true });
});

const at = (name: string) => join(root, name);
const row = (reward: number) => `{"responses_create_params":{},"response":{"output":[]},"reward":${reward}}\n`;

/** Follows the folder; what it sends is heard row by row, as the id of each and its reward. */
function follow(
  onRow: (sent: string) => Promise<void>,
  others: Partial<ImportTarget> = {},
  options: FollowOptions = { step: 1 },
) {
  const target: ImportTarget = {
    ...dryRunTarget,
    ...others,
    async sendRows(rows, place) {
      for (const bytes of rows) {
        const { reward, _falsezero } = JSON.parse(new TextDecoder().decode(bytes));
        await onRow(`${_falsezero.id} ${reward}`);
      }
      return dryRunTarget.sendRows(rows, place);
    },
  };
  const tree = new FileTree(root, [], () => undefined);
  const watcher = { onReport: () => undefined, onReplaced: () => undefined, onPlace: async () => undefined };
  const pass = new FollowPass(root, tree, target, options, watcher);
  return async () => {
    // Whatever took long to look into is looked into again by then.
    now += 60_000;
    vi.setSystemTime(now);
    await tree.look(false);
    await pass.run(false);
  };
}

test("a file that is rotated while another is sent is read where it went, and the new one from its beginning", async () => {
  const sent: string[] = [];
  let rotate = async (): Promise<void> => {};
  const look = follow(async (row) => {
    sent.push(row);
    if (row === "step_1/a.jsonl:2 1") await rotate();
  });
  await writeFile(at("a.jsonl"), row(0));
  await writeFile(at("b.jsonl"), row(10));
  await look();
  await appendFile(at("a.jsonl"), row(1));
  await appendFile(at("b.jsonl"), row(11));
  rotate = async () => {
    await rename(at("b.jsonl"), at("b.jsonl.1"));
    await writeFile(at("b.jsonl"), row(20) + row(21) + row(22));
  };
  for (let looks = 0; looks < 3; looks++) await look();
  expect(sent.sort()).toEqual([
    "step_1/a.jsonl:1 0",
    "step_1/a.jsonl:2 1",
    "step_1/b.jsonl:1 10",
    "step_1/b.jsonl:2 11",
    "step_1/b.jsonl~2:1 20",
    "step_1/b.jsonl~2:2 21",
    "step_1/b.jsonl~2:3 22",
  ]);
});

test("inputs that the disk did not give are read at the next look, and not taken for read", async () => {
  const input = '{"responses_create_params":{},"_ng_task_index":0,"_ng_rollout_index":0}\n';
  const inputs = at("step_2/b_materialized_inputs.jsonl");
  const declared: string[] = [];
  const look = follow(
    async (row) => {
      if (row === "step_1/a.jsonl:1 0") await rename(inputs, at(".away"));
    },
    { declareExpected: async (step, expected) => void declared.push(`${expected.length} of step ${step}`) },
    {},
  );
  for (const step of ["step_1", "step_2"]) await mkdir(at(step));
  await writeFile(at("step_1/a.jsonl"), row(0));
  await writeFile(at("step_2/b.jsonl"), row(1));
  await writeFile(inputs, input);
  await look();
  expect(declared).toEqual([]);
  await rename(at(".away"), inputs);
  for (let looks = 0; looks < 3; looks++) await look();
  expect(declared).toEqual(["1 of step 2"]);
});
