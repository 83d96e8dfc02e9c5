import { cp, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { WireRunDetail } from "@/lib/wire/run";
import { WireStep } from "@/lib/wire/step";
import { importPaths } from "@/scripts/command-line/import-command";
import { type RealServer, startServer } from "../real-server";
import { runProgram } from "./program";

const fixtures = fileURLToPath(new URL("../fixtures/nemo-gym/", import.meta.url));
const Steps = z.object({ steps: z.array(WireStep) });
const Report = z.object({
  ok: z.boolean(),
  run_finished: z.boolean(),
  ended_before: z.string().nullable(),
  failure: z.string().nullable(),
  rows: z.int(),
  inserted: z.int(),
  updated: z.int(),
  duplicates: z.int(),
  superseded: z.int(),
  refused: z.int(),
  files: z.array(
    z.object({
      file: z.string(),
      kind: z.string(),
      refusal: z.string().nullable(),
      wanted: z.string().nullable(),
      lines: z.array(z.object({ line: z.int(), code: z.string(), message: z.string() })),
      note: z.string().nullable(),
    }),
  ),
});

let server: RealServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.stop();
});

interface Told {
  readonly step?: number;
  readonly split?: "eval";
  readonly finished?: boolean;
  readonly dryRun?: boolean;
}

async function importInto(run: string, path: string, options: Told = { step: 0 }) {
  const printed: string[] = [];
  const command = { run, json: true, dryRun: false, ...options };
  const connection = { url: server.url, token: undefined };
  const code = await importPaths([path], command, connection, (line) => printed.push(line));
  return { code, report: Report.parse(JSON.parse(printed.join("\n"))) };
}

async function readJson(path: string): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/runs/${path}`);
  expect(response.status).toBe(200);
  return response.json();
}

async function readRun(run: string) {
  const detail = WireRunDetail.parse(await readJson(run));
  const { steps } = Steps.parse(await readJson(`${run}/steps`));
  return { detail, steps, step: steps[0] };
}

const none = { scored: 0, masked: 0, unscored: 0, failed: 0, omitted: 0, unknown: 0 };

describe("import of NeMo Gym files", () => {
  it("counts a collection with all that its collector wrote beside it, and agrees with the collector", async () => {
    const { code, report } = await importInto("whole", `${fixtures}whole.jsonl`);
    expect(code).toBe(0);
    expect(report).toMatchObject({ ok: true, rows: 9, inserted: 7, updated: 1, superseded: 1, refused: 0 });
    const { detail, step } = await readRun("whole");
    const coverage = { ...none, expected: 8, received: 7, scored: 3, masked: 2, unscored: 1, failed: 1, unknown: 1 };
    expect(detail.coverage).toEqual(coverage);
    expect(detail.environments).toEqual(["shop_agent"]);
    expect(detail.comparisons).toHaveLength(8);
    expect(detail.comparisons.filter(({ agrees }) => agrees !== true)).toEqual([]);
    expect(step).toMatchObject({
      degraded: 1,
      mask_flagged: 3,
      attempts: 9,
      lost_attempts: 2,
      suspected_false_zeros: 1,
    });
    expect(Object.fromEntries(Object.entries(step?.kinds ?? {}).map(([kind, { count }]) => [kind, count]))).toEqual({
      "Weird Kind\n": 1,
      agent_run_error: 1,
      judge_unparseable: 1,
      session_lost: 1,
      "shop_server:cart_gone": 1,
    });
  });

  it("changes nothing when the same files come again", async () => {
    await importInto("twice", `${fixtures}whole.jsonl`);
    const before = await readRun("twice");
    const { report } = await importInto("twice", `${fixtures}whole.jsonl`);
    expect(report).toMatchObject({ rows: 9, inserted: 0, updated: 0, duplicates: 9, superseded: 0 });
    expect((await readRun("twice")).steps).toEqual(before.steps);
  });

  it("ends the run where that is told, and not on a dry run, nor where nothing was taken", async () => {
    const dry = await importInto("past", `${fixtures}group.jsonl`, { step: 1, finished: true, dryRun: true });
    expect(dry.report.run_finished).toBe(false);
    expect((await importInto("past", `${fixtures}group.jsonl`, { step: 1 })).report.run_finished).toBe(false);
    expect((await readRun("past")).detail.state).toBe("live");
    const nothing = await importInto("past", `${fixtures}placeholder.jsonl`, { step: 1, finished: true });
    expect(nothing.report.run_finished).toBe(false);
    expect((await readRun("past")).detail.state).toBe("live");
    const ended = await importInto("past", `${fixtures}group.jsonl`, { step: 1, finished: true });
    expect(ended.report).toMatchObject({ run_finished: true, ended_before: null, duplicates: 5 });
    expect((await readRun("past")).detail.state).toBe("finished");
    // What comes after the end is taken, and does not begin the run again.
    expect((await importInto("past", `${fixtures}bare.jsonl`, { step: 2 })).report.inserted).toBe(4);
    expect((await readRun("past")).detail.state).toBe("finished");
  });

  it("leaves a run that crashed as it is, whose files come in with its end, and says so", async () => {
    await importInto("broken", `${fixtures}group.jsonl`, { step: 1 });
    const body = '{"state":"crashed"}';
    const headers = { "content-type": "application/json" };
    await fetch(`${server.url}/api/v1/runs/broken/finish`, { method: "POST", headers, body });
    const { report } = await importInto("broken", `${fixtures}bare.jsonl`, { step: 2, finished: true });
    expect(report).toMatchObject({ ok: true, inserted: 4, run_finished: false, ended_before: "crashed" });
    expect((await readRun("broken")).detail.state).toBe("crashed");
    const args = ["--run", "broken", "--step", "2", "--url", server.url, "--finished"];
    const again = await runProgram(["import", `${fixtures}bare.jsonl`, ...args]);
    expect(again.out.split("\n").at(-2)).toBe("The run had ended before, as crashed, and stays so.");
  });

  it("takes a row that changed as an update, and counts it once", async () => {
    const folder = await mkdtemp(join(tmpdir(), "falsezero-import-"));
    const path = join(folder, "rows.jsonl");
    const rows = (rewards: readonly number[]) =>
      rewards.map((reward) => `${JSON.stringify({ responses_create_params: {}, response: {}, reward })}\n`).join("");
    await writeFile(path, rows([0, 0]));
    expect((await importInto("changed", path)).report).toMatchObject({ inserted: 2 });
    await writeFile(path, rows([0, 1, 1]));
    expect((await importInto("changed", path)).report).toMatchObject({ inserted: 1, updated: 1, duplicates: 1 });
    expect((await readRun("changed")).step).toMatchObject({ received: 3, reward: { evidence: { n: 3, mean: 2 / 3 } } });
    await rm(folder, { recursive: true });
  });

  it.each([
    ["group", { scored: 5 }, 0.2, ["card_agent"]],
    ["anonymous", { scored: 5 }, 0.6, []],
    ["nested_mask", { masked: 2 }, null, ["talk_agent"]],
    ["bare", { scored: 2, unscored: 1, failed: 1 }, 0.5, ["agent"]],
  ])("counts %s", async (name, outcomes, mean, environments) => {
    expect((await importInto(name, `${fixtures}${name}.jsonl`)).code).toBe(0);
    const { detail, step } = await readRun(name);
    const received = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    expect(detail.coverage).toEqual({ ...none, expected: received, received, ...outcomes });
    expect(detail.environments).toEqual(environments);
    expect(detail.comparisons.map(({ name: count, agrees }) => [count, agrees])).toEqual(
      name === "group"
        ? [
            ["expected", true],
            ["reward_mean", true],
          ]
        : [],
    );
    expect(step?.reward.evidence.mean).toBe(mean);
    expect(step).toMatchObject({ suspected_false_zeros: 0, mask_sources: name === "nested_mask" ? nestedTwice : {} });
  });

  it.each([
    ["inputs_only", "inputs: rows with responses_create_params, and with neither a reward nor a response", []],
    ["placeholder", "no line that is a JSON object", [1, 2, 3]],
  ])("refuses %s as a whole, and says what it saw and expected", async (name, saw, lines) => {
    const { code, report } = await importInto(name, `${fixtures}${name}.jsonl`);
    expect(code).toBe(1);
    expect(report.files).toHaveLength(1);
    expect(report.files[0]?.refusal).toBe(`saw ${saw}`);
    expect(report.files[0]?.wanted).toContain("NeMo Gym rollouts");
    expect(report.files[0]?.lines.map(({ line }) => line)).toEqual(lines);
    expect((await fetch(`${server.url}/api/v1/runs/${name}`)).status).toBe(404);
  });

  it("refuses bad lines by their number, ours and the server's, and takes their neighbours", async () => {
    const { code, report } = await importInto("torn", `${fixtures}torn.jsonl`);
    expect(code).toBe(1);
    expect(report).toMatchObject({ inserted: 2, refused: 2 });
    expect(report.files[0]?.lines.map(({ line, code: why }) => [line, why])).toEqual([
      [4, "not_an_object"],
      [5, "not_json"],
    ]);
    expect((await readRun("torn")).detail.coverage).toMatchObject({ received: 2, scored: 1, unscored: 1 });
    const folder = await mkdtemp(join(tmpdir(), "falsezero-import-"));
    const row = (sample: unknown) =>
      JSON.stringify({ response: {}, reward: 1, _ng_task_index: 0, _ng_rollout_index: sample });
    await writeFile(join(folder, "some.jsonl"), `${[row(0), "", row("x"), row(1)].join("\n")}\n`);
    await writeFile(join(folder, "none.jsonl"), `\n${row("x")}\n`);
    const some = await importInto("types", join(folder, "some.jsonl"));
    expect(some.report).toMatchObject({ inserted: 2, refused: 1 });
    expect(some.report.files[0]?.lines).toMatchObject([{ line: 3, code: "wrong_type" }]);
    const all = await importInto("types", join(folder, "none.jsonl"));
    expect(all).toMatchObject({ code: 1, report: { inserted: 0, refused: 1 } });
    expect(all.report.files[0]?.lines).toMatchObject([{ line: 2, code: "wrong_type" }]);
    await rm(folder, { recursive: true });
  });

  it("refuses a file whose step nobody gives, and takes it as eval", async () => {
    const refused = await importInto("stepless", `${fixtures}bare.jsonl`, {});
    expect(refused.code).toBe(1);
    expect(refused.report.files.map(({ refusal }) => refusal)).toEqual(
      Array(2).fill(expect.stringContaining("--step N")),
    );
    const taken = await importInto("stepless", `${fixtures}bare.jsonl`, { split: "eval" });
    expect(taken).toMatchObject({ code: 0, report: { inserted: 4 } });
    expect((await readRun("stepless")).steps).toEqual([]);
  });

  it("takes rows of our own format as they were posted, and knows them again", async () => {
    const folder = await mkdtemp(join(tmpdir(), "falsezero-import-"));
    const rows = [0, 1].map((sample) => ({ step: 7, group: "0", sample, reward: sample, mask_sample: false }));
    await writeFile(join(folder, "own.jsonl"), `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
    const posted = await fetch(`${server.url}/api/v1/runs/own/rollouts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(rows[0]),
    });
    expect(posted.status).toBe(200);
    const { code, report } = await importInto("own", join(folder, "own.jsonl"), {});
    expect({ code, report }).toMatchObject({ code: 0, report: { rows: 2, inserted: 1, duplicates: 1 } });
    expect((await readRun("own")).step).toMatchObject({ step: 7, received: 2, scored: 2 });
    await rm(folder, { recursive: true });
  });

  it("walks a folder into one step, and does not compare one collection's counts with all of them", async () => {
    const { code, report } = await importInto("folder", fixtures);
    expect({ code, failure: report.failure }).toEqual({ code: 1, failure: null });
    expect(report.files.filter(({ refusal }) => refusal !== null).map(({ file }) => file)).toEqual([
      "inputs_only.jsonl",
      "placeholder.jsonl",
    ]);
    expect(report.files.filter(({ note }) => note?.startsWith("not compared"))).toHaveLength(2);
    expect((await readRun("folder")).detail).toMatchObject({ comparisons: [], coverage: { received: 25 } });
  });
});

const nestedTwice = { "instance_config.mask_sample": 2 };

describe("the command line", () => {
  it("prints a line a file and exits 0, or 1 where something was refused", async () => {
    const folder = await mkdtemp(join(tmpdir(), "falsezero-import-"));
    await cp(fixtures, folder, { recursive: true });
    const path = join(folder, "group.jsonl");
    const args = ["--run", "by-hand", "--step", "3", "--url", server.url];
    const taken = await runProgram(["import", path, ...args]);
    expect(taken).toMatchObject({ code: 0, err: "" });
    expect(taken.out.split("\n")).toEqual([
      "group_materialized_inputs.jsonl (inputs, step 3): 5 rollouts expected",
      "group.jsonl (rollouts, step 3): 5 new",
      "group_aggregate_metrics.json (aggregate, step 3): 2 counts to compare with",
      `5 rows sent: 5 new. ${server.url}/runs/by-hand`,
      "",
    ]);
    const files = ["group.jsonl", "group_materialized_inputs.jsonl", "group_aggregate_metrics.json"];
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of files) await utimes(join(folder, name), longAgo, longAgo);
    const old = await runProgram(["import", path, join(folder, "anonymous.jsonl"), ...args, "--dry-run"]);
    expect(old.out).toContain("\n10 rows would be sent.\n");
    const again = await runProgram(["import", path, ...args]);
    expect(again.out.split("\n").at(-2)).toMatch(/^These files are not new\. .* --finished\./);
    const ended = await runProgram(["import", path, ...args, "--finished"]);
    expect(ended.out.split("\n").at(-2)).toBe("The run is finished.");
    await rm(folder, { recursive: true });
    const refused = await runProgram([
      "import",
      `${fixtures}placeholder.jsonl`,
      "--run",
      "x",
      "--step",
      "3",
      "--url",
      server.url,
    ]);
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('line 2: not JSON: unexpected "<"') });
  });

  it("says how to start a server where there is none, and how to use a token where one is needed", async () => {
    const args = ["import", `${fixtures}group.jsonl`, "--run", "x", "--step", "3", "--url"];
    const away = await runProgram([...args, "http://127.0.0.1:9"]);
    expect(away).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/npm start/) });
    const locked = await startServer({ environment: { FALSEZERO_TOKEN: "0123456789abcdef0123456789abcdef" } });
    expect(await runProgram([...args, locked.url])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/FALSEZERO_TOKEN/),
    });
    await locked.stop();
  });

  it("plays the reconstruction into a run", async () => {
    const played = await runProgram(["demo", "step-61", "--run", "demo", "--url", server.url]);
    expect(played).toMatchObject({ code: 0, err: "", out: `5,120 rollouts are in ${server.url}/runs/demo\n` });
    const { detail, steps } = await readRun("demo");
    expect(detail).toMatchObject({ tags: ["reconstruction"], state: "finished", group_size: 8 });
    expect(detail.coverage).toMatchObject({ expected: 5_120, received: 5_120, masked: 1_172 + 17, unknown: 0 });
    expect(steps).toHaveLength(80);
    expect(steps.every(({ complete }) => complete)).toBe(true);
  });

  it("has the reconstruction played live, says where, and does not wait for its end", async () => {
    const { code, err, out } = await runProgram(["demo", "step-61", "--speed", "10", "--url", server.url]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [, run = ""] =
      /^The server plays 5,120 rollouts into .*\/runs\/(step-61-live-\w+), 10 times as fast/.exec(out) ?? [];
    expect((await readRun(run)).detail).toMatchObject({ tags: ["reconstruction"], state: "live" });
  });

  it("leaves a run alone that is no reconstruction", async () => {
    const refused = await runProgram(["demo", "step-61", "--run", "whole", "--url", server.url]);
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining("is no reconstruction") });
  });
});
