/** Rows without an identity are known by their file: two files of one name are two, and one file is one, however it comes. */
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { WireImportDone } from "@/lib/wire/import-events";
import { importPaths } from "@/scripts/command-line/import-command";
import { watchFolder } from "@/scripts/command-line/watch/watch-command";
import { type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";

const gym = '{"responses_create_params":{},"response":{"output":[]},"reward":1}\n';
const verl = (step: number) => `{"input":"i","output":"o","score":1,"step":${step}}\n`;
const nemoRl = (index: number) => `{"content":["c"],"rewards":[1.0],"idx":${index}}\n`;
const verifiers = (example: number) => `{"example_id":${example},"prompt":"p","completion":"c","reward":1.0}\n`;
const rllm = (id: string) =>
  `{"episode_id":"${id}","termination_reason":"env_done","training_step":1,"trajectories":[{"name":"s","reward":1}]}`;

const trl = readFileSync(new URL("../../lib/importers/trl/sample.parquet", import.meta.url));

let server: RealServer;
let talk: Talk;
let root: string;
let stateHome: string | undefined;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
  stateHome = process.env["XDG_STATE_HOME"];
});

afterAll(async () => {
  await server.stop();
  if (stateHome === undefined) delete process.env["XDG_STATE_HOME"];
  else process.env["XDG_STATE_HOME"] = stateHome;
});

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "falsezero-names-"));
  process.env["XDG_STATE_HOME"] = join(root, "state");
});

afterEach(async () => rm(root, { recursive: true }));

type Files = Readonly<Record<string, string | Uint8Array>>;

async function write(files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, "out", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function byCommand(run: string, path = "out", options: { step?: number; split?: "eval" } = {}) {
  const printed: string[] = [];
  const command = { run, json: true, dryRun: false, ...options };
  await importPaths([join(root, path)], command, { url: server.url, token: undefined }, (line) => printed.push(line));
  const { inserted, updated, duplicates, files } = JSON.parse(printed.join("\n"));
  return { inserted, updated, duplicates, files };
}

async function byPage(run: string, files: Files, query = "") {
  const form = new FormData();
  for (const [name, text] of Object.entries(files))
    form.append("file", new Blob([new Uint8Array(Buffer.from(text))]), `out/${name}`);
  const headers = { accept: "application/json" };
  const answer = await fetch(`${server.url}/api/v1/runs/${run}/imports${query}`, {
    method: "POST",
    body: form,
    headers,
  });
  return WireImportDone.parse(await answer.json());
}

async function byWatch(run: string) {
  const printed: string[] = [];
  const command = { run, json: true, once: true, pollMs: 100 };
  const connection = { url: server.url, token: undefined };
  await watchFolder(join(root, "out"), command, connection, AbortSignal.abort(), (line) => printed.push(line));
  return JSON.parse(printed.at(-1) ?? "");
}

async function countOf(run: string): Promise<Record<string, number>> {
  const [train, evaluated] = [await talk.steps(run), await talk.steps(run, { split: "eval" })];
  const sum = (steps: typeof train) => steps.reduce((total, { received }) => total + received, 0);
  return { train: sum(train), eval: sum(evaluated) };
}

it.each<[string, Files, { train: number; eval: number }]>([
  ["verl", { "train/1.jsonl": verl(1).repeat(3), "val/1.jsonl": verl(1).repeat(3) }, { train: 3, eval: 3 }],
  [
    "nemo-gym",
    { "env_a/step_1/rollouts.jsonl": gym.repeat(3), "env_b/step_1/rollouts.jsonl": gym.repeat(3) },
    { train: 6, eval: 0 },
  ],
  [
    "nemo-rl",
    {
      "exp_001/train_data_step61.jsonl": nemoRl(0) + nemoRl(1),
      "exp_002/train_data_step61.jsonl": nemoRl(0) + nemoRl(1),
    },
    { train: 4, eval: 0 },
  ],
  [
    "verifiers",
    {
      "step_1/gsm8k--mA/1a/results.jsonl": verifiers(0) + verifiers(1) + verifiers(1),
      "step_1/gsm8k--mB/2b/results.jsonl": verifiers(0) + verifiers(1) + verifiers(1),
    },
    { train: 6, eval: 0 },
  ],
  [
    "trl",
    { "exp_1/completions/completions_00005.parquet": trl, "exp_2/completions/completions_00005.parquet": trl },
    { train: 8, eval: 0 },
  ],
  [
    "rllm",
    {
      "a/episodes/train_step_1_epoch_0/episode_1.json": rllm("t:0"),
      "b/episodes/train_step_1_epoch_0/episode_1.json": rllm("t:0"),
    },
    { train: 2, eval: 0 },
  ],
])(
  "two files of %s with one name are two, by command, page and watch, and again change nothing",
  async (producer, files, counts) => {
    await write(files);
    const total = counts.train + counts.eval;
    const run = `two-${producer}`;
    expect(await byCommand(run)).toMatchObject({ inserted: total, updated: 0, duplicates: 0 });
    expect(await countOf(run)).toEqual(counts);
    expect(await byCommand(run)).toMatchObject({ inserted: 0, updated: 0, duplicates: total });
    expect(await byPage(run, files)).toMatchObject({ ok: true, inserted: 0, updated: 0, duplicates: total });
    expect(await byWatch(run)).toMatchObject({ ok: true, inserted: 0, updated: 0, duplicates: total });
    expect(await countOf(run)).toEqual(counts);
  },
);

it("a file that grew adds what is new, however it comes", async () => {
  await write({ "step_1/a.jsonl": gym.repeat(2) });
  await byWatch("grown");
  await write({ "step_1/a.jsonl": gym.repeat(3) });
  expect(await byCommand("grown", "out/step_1/a.jsonl")).toMatchObject({ inserted: 1, updated: 0, duplicates: 2 });
  expect(await byPage("grown", { "step_1/a.jsonl": gym.repeat(4) })).toMatchObject({ inserted: 1, duplicates: 3 });
});

it("the splits of one step, imported one after the other from folders of their own, are two", async () => {
  await write({ "train/1.jsonl": verl(1).repeat(3), "val/1.jsonl": verl(1).repeat(3) });
  await byCommand("apart", "out/train");
  expect(await byCommand("apart", "out/val")).toMatchObject({ inserted: 3, updated: 0 });
  expect(await countOf("apart")).toEqual({ train: 3, eval: 3 });
});

it("refuses the second of two files whose rows would have the same names, and says which is the first", async () => {
  const form = new FormData();
  for (const reward of [0, 1]) form.append("file", new Blob([gym.replace(":1}", `:${reward}}`)]), "rollouts.jsonl");
  const headers = { accept: "application/json" };
  const address = `${server.url}/api/v1/runs/twins/imports?step=1`;
  const done = WireImportDone.parse(await (await fetch(address, { method: "POST", body: form, headers })).json());
  expect(done).toMatchObject({ ok: false, inserted: 1, updated: 0 });
  expect(done.files[1]?.refusal).toContain("the same names as those of rollouts.jsonl");
});

it("says so where rows of two collections have the same identity, of which one can count", async () => {
  const numbered = (reward: number) =>
    [0, 1].map((sample) => gym.replace(":1}", `:${reward},"_ng_task_index":0,"_ng_rollout_index":${sample}}`)).join("");
  await write({ "env_a/step_1/rollouts.jsonl": numbered(1), "env_b/step_1/rollouts.jsonl": numbered(0) });
  const { inserted, updated, files } = await byCommand("same");
  expect({ inserted, updated }).toEqual({ inserted: 2, updated: 2 });
  expect(files).toMatchObject([
    { note: null },
    { note: expect.stringContaining("2 of its rows took the place of rows") },
  ]);
});

it("a collector that died in its first line leaves a step of which nothing was dispatched", async () => {
  const inputs = [0, 1, 2].map(
    (sample) => `{"responses_create_params":{},"_ng_task_index":0,"_ng_rollout_index":${sample}}\n`,
  );
  await write({ "rollouts.jsonl": gym.slice(0, 30), "rollouts_materialized_inputs.jsonl": inputs.join("") });
  const { files } = await byCommand("died", "out/rollouts.jsonl", { step: 1 });
  expect(files).toMatchObject([
    { file: "rollouts_materialized_inputs.jsonl", expected: 3, refusal: null },
    { file: "rollouts.jsonl", refusal: expect.stringContaining("saw no line that is a JSON object") },
  ]);
  expect(await talk.steps("died")).toMatchObject([{ step: 1, expected: 3, received: 0, unknown: 3 }]);
});

it("a row that is larger than a body may be is refused by its line, and ends nothing", async () => {
  const large = gym.replace("{}", `{"pad":"${"x".repeat(33 * 1024 * 1024)}"}`);
  await write({ "step_1/a.jsonl": gym + large + gym });
  const { inserted, files } = await byCommand("large");
  expect(inserted).toBe(2);
  expect(files).toMatchObject([{ refused: 1, lines: [{ line: 2 }], refusal: null }]);
  const onPage = await byPage("large", { "step_1/a.jsonl": gym + large + gym });
  expect(onPage).toMatchObject({ failure: null, duplicates: 2, refused: 1 });
}, 60_000);
