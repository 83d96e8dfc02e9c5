/** Verify responses of NeMo Gym and rows of its failures sidecar, to the letter. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";

let server: RealServer;
let talk: Talk;
let runs = 0;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

const answered = {
  responses_create_params: { input: [{ role: "user", content: "2 + 2?" }] },
  response: {
    id: "resp_1",
    output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "4" }] }],
    usage: { input_tokens: 12, output_tokens: 3 },
  },
};

async function judge(row: object, query: Record<string, string | number> = { step: 61 }) {
  const run = `run ${++runs}`;
  await talk.post(run, [row], query);
  const split = query["split"] ?? "train";
  const [rollout] = (await talk.rollouts(run, { split })).rollouts;
  if (rollout === undefined) throw new Error("the row is not there");
  return rollout;
}

test("every key of a row with identity is read", async () => {
  const rollout = await judge({
    ...answered,
    reward: 0.5,
    reward_components: { format: 1, answer: 0 },
    agent_ref: { type: "responses_api_agents", name: "browser_agent" },
    failure_kind: "agent_timeout",
    failure_reason: "out of turns",
    _ng_task_index: 17,
    _ng_rollout_index: 3,
    _ng_attempt_index: 1,
    _ng_rollout_id: "17-3",
  });
  expect(rollout).toMatchObject({
    step: 61,
    environment: "browser_agent",
    group: "17",
    sample: 3,
    attempt: 1,
    id: "17-3",
    outcome: "scored",
    reward: 0.5,
    reward_components: { answer: 0, format: 1 },
    failure_kind: "agent_timeout",
    failure_reason: "out of turns",
    turns: 1,
    input_tokens: 12,
    output_tokens: 3,
    reports_generation: true,
  });
});

test("of all other keys nothing is read: columns of the dataset change nothing", async () => {
  const columns = {
    step: 7,
    error: "boom",
    id: "dataset-9",
    group: "x",
    outcome: "failed",
    split: "eval",
    labels: { a: "b" },
    output: "",
    truncated: true,
    environment: "kitchen",
    metrics: [1],
  };
  const plain = await judge({ ...answered, reward: 0 });
  const rollout = await judge({ ...answered, reward: 0, ...columns });
  const own = { rollout: expect.any(Number), run: expect.any(String), seen_at: expect.any(String) };
  expect(rollout).toMatchObject({ ...plain, ...own });
  expect(rollout).toMatchObject({ step: 61, outcome: "scored", suspected_false_zero: false, environment: null });
});

describe("the format is told by its keys", () => {
  test.each([
    { name: "an _ng_ key", row: { reward: 1, _ng_task_index: 1, step: 3 }, step: 61 },
    { name: "a request and a response", row: { ...answered, reward: 1, step: 3 }, step: 61 },
    { name: "a response alone is no Gym row", row: { response: {}, reward: 1, step: 3 }, step: 3 },
  ])("$name", async ({ row, step }) => {
    expect(await judge(row)).toMatchObject({ step });
  });

  test("or by name, against all appearances", async () => {
    expect(await judge({ ...answered, reward: 1, step: 3 }, { step: 61, format: "native" })).toMatchObject({ step: 3 });
    expect(await judge({ reward: 1, step: 3 }, { step: 61, format: "nemo-gym" })).toMatchObject({ step: 61 });
  });
});

describe("the mask, wherever it hides", () => {
  test.each([
    ["at the top", { mask_sample: true }, ["mask_sample"]],
    ["in the instance's config", { instance_config: { mask_sample: true } }, ["instance_config.mask_sample"]],
    [
      "in the instance's config as JSON text",
      { instance_config: '{"seed": 7, "mask_sample": true}' },
      ["instance_config.mask_sample"],
    ],
    ["in the metrics", { metrics: { mask_sample: 1 } }, ["metrics.mask_sample"]],
    [
      "everywhere",
      { mask_sample: "true", instance_config: { mask_sample: 1 }, metrics: { mask_sample: true } },
      ["mask_sample", "instance_config.mask_sample", "metrics.mask_sample"],
    ],
  ])("%s", async (_, fields, sources) => {
    const rollout = await judge({ ...answered, reward: 1, ...fields });
    expect(rollout).toMatchObject({ outcome: "masked", reward: 1, mask_sources: sources });
  });

  test.each([
    ["false anywhere", { mask_sample: false, instance_config: { mask_sample: 0 }, metrics: { mask_sample: "false" } }],
    ["text that is no JSON", { instance_config: "mask_sample: true" }],
    ["deeper than it hides", { metrics: { inner: { mask_sample: true } } }],
  ])("%s masks nothing", async (_, fields) => {
    expect(await judge({ ...answered, reward: 1, ...fields })).toMatchObject({ outcome: "scored", mask_sources: [] });
  });

  test("a step counts by which place it was flagged", async () => {
    const rows = [
      { mask_sample: true },
      { mask_sample: true, metrics: { mask_sample: true } },
      { instance_config: '{"mask_sample":true}' },
      {},
    ];
    await talk.post(
      "sources",
      rows.map((row, index) => ({ ...answered, reward: 0, _ng_task_index: index, _ng_rollout_index: 0, ...row })),
      { step: 61 },
    );
    expect(await talk.steps("sources")).toMatchObject([
      {
        masked: 3,
        mask_flagged: 3,
        mask_sources: { mask_sample: 2, "instance_config.mask_sample": 1, "metrics.mask_sample": 1 },
      },
    ]);
  });
});

describe("failures", () => {
  const record = {
    schema_version: 1,
    episode_id: { rollout_id: "task-4", attempt: 2 },
    delivery: "sidecar",
    failure: { failure_kind: "session_lost", failure_reason: "no session in 30 s", stage: "reset", terminal: false },
  };

  test("a typed record says who failed, in which attempt, how and why", async () => {
    expect(await judge({ _ng_failure_record: record })).toMatchObject({
      id: "task-4",
      attempt: 2,
      outcome: "failed",
      failure_kind: "session_lost",
      failure_reason: "no session in 30 s",
      reward_state: "absent",
    });
  });

  test("the record's kind outweighs the row's, and that the class", async () => {
    const row = { ...answered, reward: 0, _ng_failure_class: "kill_shaped", _ng_failure_message: "signal 9" };
    expect(await judge(row)).toMatchObject({
      outcome: "failed",
      failure_kind: "kill_shaped",
      failure_reason: "signal 9",
    });
    expect(await judge({ ...row, failure_kind: "judge_failed" })).toMatchObject({ failure_kind: "judge_failed" });
    expect(await judge({ ...row, failure_kind: "judge_failed", _ng_failure_record: record })).toMatchObject({
      failure_kind: "session_lost",
    });
  });

  test("an older row's made-up reward and response are placeholders", async () => {
    await talk.post(
      "older",
      [{ ...answered, reward: 0, _ng_task_index: 1, _ng_rollout_index: 0, _ng_failure_class: "judge_failed" }],
      { step: 61 },
    );
    expect(await talk.steps("older")).toMatchObject([
      { failed: 1, scored: 0, zero_rewards: 0, reward: { evidence: { n: 0, mean: null }, as_scored: { n: 0 } } },
    ]);
  });

  test("a skipped row is omitted where that is final, and failed where it is not", async () => {
    expect(
      await judge({ _ng_failure_class: "skipped", _ng_failure_terminal: true, _ng_failure_message: "too long" }),
    ).toMatchObject({
      outcome: "omitted",
      omit_reason: "too long",
    });
    expect(await judge({ _ng_failure_class: "skipped" })).toMatchObject({ outcome: "failed" });
    expect(await judge({ ...answered, reward: 1, _ng_omitted: true })).toMatchObject({ outcome: "omitted" });
    expect(await judge({ ...answered, reward: 1, _ng_omitted: false })).toMatchObject({ outcome: "scored" });
  });

  test("a result and the sidecar's record of the same attempt are one rollout, either way round", async () => {
    const place = { _ng_task_index: 4, _ng_rollout_index: 1, agent_ref: { name: "browser_agent" } };
    const masked = { ...answered, ...place, reward: 0, mask_sample: true, failure_kind: "judge_failed" };
    const sidecar = { ...place, _ng_failure_class: "judge_failed", _ng_failure_message: "no verdict" };
    for (const [run, rows] of [
      ["result first", [masked, sidecar]],
      ["record first", [sidecar, masked]],
    ] as const) {
      for (const row of rows) await talk.post(run, [row], { step: 61 });
      expect(await talk.steps(run)).toMatchObject([
        { received: 1, masked: 1, failed: 0, attempts: 1, kinds: { judge_failed: { count: 1 } } },
      ]);
    }
  });
});

describe("rewards that are none", () => {
  test.each([
    [{ ...answered }, "absent"],
    [{ ...answered, reward: null }, "null"],
    [{ ...answered, reward: "0.5" }, "string"],
    [{ ...answered, reward: true }, "bool"],
    [{ ...answered, reward: 1, verification_skipped: true }, "verification_skipped"],
  ])("%j", async (row, state) => {
    expect(await judge(row)).toMatchObject({ outcome: "unscored", reward: null, reward_state: state });
  });
});

test("what was only echoed from the dataset's input is tagged, and not counted", async () => {
  const row = {
    ...answered,
    reward: 1,
    mask_sample: true,
    failure_kind: "hard",
    failure_reason: "a column",
    _ng_task_index: 1,
    _ng_rollout_index: 0,
  };
  const answer = await talk.post(
    "echoed",
    [{ ...row, _falsezero: { echoed: ["mask_sample", "failure_kind", "failure_reason"] } }],
    { step: 61 },
  );
  expect(answer).toMatchObject({ inserted: 1, warnings: [{ code: "kind_echoed", count: 1 }] });
  const [rollout] = (await talk.rollouts("echoed")).rollouts;
  expect(rollout).toMatchObject({
    outcome: "scored",
    failure_kind: null,
    failure_reason: null,
    mask_sources: [],
    tags: ["kind_echoed", "reason_echoed", "mask_echoed"],
  });
});

test("a row that holds neither a reward nor a response is an input, and is told so", async () => {
  const input = { responses_create_params: { input: [] }, _ng_task_index: 1, _ng_rollout_index: 0 };
  const answer = await talk.post(
    "inputs",
    [input, { ...answered, reward: 1, _ng_task_index: 2, _ng_rollout_index: 0 }],
    { step: 61 },
  );
  expect(answer).toMatchObject({
    inserted: 1,
    rejected: [{ index: 0, code: "not_a_rollout", message: expect.stringContaining("expected_ids") }],
  });
});

test("a generation that holds no text is reported to be empty", async () => {
  const empty = { ...answered, response: { output: [], usage: { input_tokens: 9, output_tokens: 0 } }, reward: 0 };
  expect(await judge(empty)).toMatchObject({ suspected_false_zero: true, emptiness: "output_tokens_zero" });
  expect(await judge({ ...answered, reward: 0 })).toMatchObject({ suspected_false_zero: false });
});

test("eval rows need no step", async () => {
  expect(await judge({ ...answered, reward: 1 }, { split: "eval" })).toMatchObject({ split: "eval", step: null });
});
