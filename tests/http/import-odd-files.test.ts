/** `falsezero import` of files that are not what they seem, or not for long. */
import { truncateSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importPaths } from "@/scripts/command-line/import-command";
import { type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

/** Imports a folder into step 1. @param onLine told of each line before the next file is read. */
async function importInto(run: string, folder: string, onLine: (line: string) => void = () => undefined) {
  const printed: string[] = [];
  const command = { run, step: 1, json: false, dryRun: false, finished: true };
  const code = await importPaths([folder], command, { url: server.url, token: undefined }, (line) => {
    printed.push(line);
    onLine(line);
  });
  return { code, output: printed.join("\n") };
}

it("does not take a file for whole that became shorter meanwhile, nor its run for finished", async () => {
  const folder = await mkdtemp(join(tmpdir(), "falsezero-import-"));
  const row = `${JSON.stringify({ responses_create_params: {}, response: { output: [] }, reward: 1 })}\n`;
  for (const name of ["a.jsonl", "b.jsonl"]) await writeFile(join(folder, name), row.repeat(3));
  const { code, output } = await importInto("shrinks", folder, (line) => {
    // Its size was asked for before, and now somebody begins to write it anew.
    if (line.startsWith("a.jsonl")) truncateSync(join(folder, "b.jsonl"), row.length + 10);
  });
  expect({ code, output }).toMatchObject({ code: 1 });
  expect(output).toContain("it changed while it was read (it is shorter than it was)");
  expect(output).toContain("4 rows sent: 4 new; 1 file refused.");
  expect(output).toContain("The run was not finished: a file changed while it was read");
  expect((await talk.run("shrinks")).state).toBe("live");
  await rm(folder, { recursive: true });
});

it("takes rows of a failures file for failed that an older collector gave a response and a reward of 0", async () => {
  const folder = await mkdtemp(join(tmpdir(), "falsezero-import-"));
  const response = { responses_create_params: {}, response: { output: [] } };
  const lost = (task: number) => ({
    ...response,
    reward: 0,
    _ng_task_index: task,
    _ng_rollout_index: 9,
    error: "boom",
  });
  const toLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  await writeFile(join(folder, "r.jsonl"), toLines([1, 0, 1].map((reward) => ({ ...response, reward }))));
  await writeFile(join(folder, "r_failures.jsonl"), toLines([lost(0), lost(1), lost(2)]));
  const { code, output } = await importInto("older-failures", folder);
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining("r_failures.jsonl (failures, step 1): 3 new"),
  });
  expect(await talk.steps("older-failures")).toMatchObject([
    { step: 1, received: 6, scored: 3, failed: 3, zero_rewards: 1 },
  ]);
  await rm(folder, { recursive: true });
});

it("refuses lines among rows of ours, and among failures, that say nothing of a rollout", async () => {
  const folder = await mkdtemp(join(tmpdir(), "falsezero-import-"));
  const own = { step: 1, group: "0", sample: 0, reward: 1, mask_sample: false };
  const failure = { _ng_failure_class: "agent_run_error", _ng_task_index: 1, _ng_rollout_index: 0 };
  for (const [name, row] of Object.entries({ "own.jsonl": own, "r_failures.jsonl": failure })) {
    await writeFile(join(folder, name), `${JSON.stringify(row)}\n{"a":1}\n`);
  }
  const { code, output } = await importInto("nothing-said", folder);
  expect({ code, output }).toMatchObject({ code: 1 });
  expect(output.match(/line 2: .*/g)).toEqual([
    expect.stringContaining("neither which rollout it is"),
    expect.stringContaining("nothing of a rollout that failed"),
  ]);
  expect(await talk.steps("nothing-said")).toMatchObject([{ received: 2, scored: 1, failed: 1, unscored: 0 }]);
  await rm(folder, { recursive: true });
});
