/** Native rows: every field, rewards of any type, outcomes, and what is rejected. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealServer, startServer } from "../real-server";
import { send, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

/** The only rollout of a run. */
async function only(run: string) {
  const { rollouts } = await talk.rollouts(run);
  const [rollout] = rollouts;
  if (rollout === undefined || rollouts.length > 1) throw new Error(`${run} has ${rollouts.length} rollouts`);
  return rollout;
}

test("every field of a row is read and given back", async () => {
  await talk.post("whole", [
    {
      id: "r-7",
      split: "train",
      step: 61,
      group: 812,
      sample: 3,
      attempt: 2,
      segment: "resume-2",
      environment: "browser_agent",
      reward: 0.25,
      reward_components: { style: 0.5, tests: null, "": 1 },
      mask_sample: false,
      failure_kind: "session_lost",
      failure_reason: "reset: no session in 30 s",
      policy_step: [58, 60],
      started_at: "2026-08-03T12:00:00+02:00",
      finished_at: 1_785_758_431_022,
      duration_ms: 31_022.5,
      turns: 4,
      input_tokens: 900,
      output_tokens: 120,
      truncated: true,
      session_id: "s-9",
      disposition: "loss_masked",
      trainer_reward: -0.5,
      advantage: -0.2,
      labels: { pool: "b", host: "gpu-17", rank: 3, spot: true, none: null },
      payload: { messages: ["hello"] },
    },
  ]);
  expect(await only("whole")).toMatchObject({
    id: "r-7",
    split: "train",
    step: 61,
    group: "812",
    sample: 3,
    attempt: 2,
    segment: "resume-2",
    environment: "browser_agent",
    outcome: "scored",
    reward: 0.25,
    reward_state: "finite",
    reward_components: { style: 0.5, "": 1 },
    mask_sources: [],
    failure_kind: "session_lost",
    failure_reason: "reset: no session in 30 s",
    policy_step: [58, 60],
    started_at: "2026-08-03T10:00:00.000Z",
    finished_at: "2026-08-03T12:00:31.022Z",
    duration_ms: 31_022.5,
    turns: 4,
    input_tokens: 900,
    output_tokens: 120,
    truncated: true,
    session_id: "s-9",
    disposition: "loss_masked",
    trainer_reward: -0.5,
    advantage: -0.2,
    labels: { host: "gpu-17", pool: "b", rank: "3", spot: "true" },
  });
});

test("a row may leave out everything but its step, and null is the same as left out", async () => {
  await talk.post("bare", [{ step: 0 }]);
  const bare = await only("bare");
  expect(bare).toMatchObject({
    outcome: "unscored",
    reward_state: "absent",
    segment: "first",
    environment: null,
    attempt: 0,
  });
  const names = [
    "id",
    "group",
    "sample",
    "attempt",
    "segment",
    "environment",
    "labels",
    "started_at",
    "turns",
    "outcome",
    "payload",
  ];
  await talk.post("nulls", [{ step: 0, ...Object.fromEntries(names.map((name) => [name, null])) }]);
  expect(await only("nulls")).toMatchObject({
    ...bare,
    rollout: expect.any(Number),
    run: "nulls",
    seen_at: expect.any(String),
  });
});

test("a reward of any type is taken, and says what it is", async () => {
  const rows = [
    [1, "finite", "scored"],
    [-0.5, "finite", "scored"],
    [1e100, "finite", "scored"],
    [1e101, "infinite", "unscored"],
    [null, "null", "unscored"],
    [true, "bool", "unscored"],
    [false, "bool", "unscored"],
    ["1.0", "string", "unscored"],
    ["", "string", "unscored"],
    [[1], "other", "unscored"],
    [{ value: 1 }, "other", "unscored"],
  ] as const;
  await talk.post(
    "rewards",
    rows.map(([reward], index) => ({ id: `r${index}`, step: 1, reward })),
  );
  const { rollouts } = await talk.rollouts("rewards");
  expect(rollouts.map(({ reward_state, outcome }) => [reward_state, outcome])).toEqual(
    rows.map(([, state, outcome]) => [state, outcome]),
  );
  expect(rollouts.map(({ reward }) => reward)).toEqual([1, -0.5, 1e100, ...Array.from({ length: 8 }, () => null)]);
  const reply = await talk.postText("overflow", '{"step":1,"reward":1e999}');
  expect(reply.status).toBe(200);
  expect(await only("overflow")).toMatchObject({ reward: null, reward_state: "infinite", outcome: "unscored" });
});

test("outcomes are judged in their order, and the flag is kept beside them", async () => {
  const rows = [
    { outcome: "omitted", mask_sample: true, reward: 1 },
    { outcome: "failed", mask_sample: true, reward: 0 },
    { mask_sample: true, reward: Number.NaN },
    { verification_skipped: true, reward: 1 },
    { mask_sample: true, reward: 1 },
    { mask_sample: "true", reward: 0 },
    { mask_sample: 1, reward: 0 },
    { mask_sample: "yes", reward: 0 },
    { failure_kind: "judge_failed", reward: 0 },
  ].map((row, index) => ({ id: `r${index}`, step: 1, ...row }));
  await talk.post("outcomes", rows);
  const { rollouts } = await talk.rollouts("outcomes");
  expect(rollouts.map(({ outcome }) => outcome)).toEqual([
    "omitted",
    "failed",
    "unscored",
    "unscored",
    "masked",
    "masked",
    "masked",
    "scored",
    "scored",
  ]);
  expect(await talk.steps("outcomes")).toMatchObject([
    { mask_flagged: 4, scored: 2, degraded: 1, masked: 3, unscored: 2, failed: 1, omitted: 1 },
  ]);
});

test("a zero is suspected only where its producer reported that nothing was generated", async () => {
  const rows = [
    { reward: 0 },
    { reward: 0, output_tokens: 0 },
    { reward: 0, output: "" },
    { reward: 0, completion: " <|endoftext|></s>\n<pad>" },
    { reward: 0, payload: { output: [{ role: "assistant", content: "" }] } },
    { reward: 0, error: { type: "Timeout" } },
    { reward: 0, output: "the answer is 7", output_tokens: 0 },
    { reward: 0, output_tokens: 0, failure_kind: "agent_timeout" },
    { reward: 0, output_tokens: 0, failure_reason: "empty_final_answer" },
    { reward: 0.5, output_tokens: 0 },
    { reward: 0, mask_sample: true, output_tokens: 0 },
    { reward: 0, error: null, output: null },
  ].map((row, index) => ({ id: `r${index}`, step: 1, ...row }));
  await talk.post("zeros", rows);
  const { rollouts } = await talk.rollouts("zeros");
  expect(
    rollouts.flatMap(({ suspected_false_zero, id, emptiness }) => (suspected_false_zero ? [`${id} ${emptiness}`] : [])),
  ).toEqual([
    "r1 output_tokens_zero",
    "r2 output_empty",
    "r3 output_empty",
    "r4 output_empty",
    "r5 error_beside_reward",
  ]);
  expect(await talk.steps("zeros")).toMatchObject([{ zero_rewards: 9, suspected_false_zeros: 5, scored: 11 }]);
});

describe("what is rejected, and how it is called", () => {
  test.each([
    [{ step: 1.5 }, "wrong_type", "step"],
    [{ step: "61" }, "wrong_type", "step"],
    [{ step: 1, split: "test" }, "wrong_type", "split"],
    [{ step: 1, outcome: "scored" }, "wrong_type", "outcome"],
    [{ step: 1, attempt: -1 }, "wrong_type", "attempt"],
    [{ step: 1, sample: 1.5 }, "wrong_type", "sample"],
    [{ step: 1, started_at: "yesterday" }, "wrong_type", "started_at"],
    [{ step: 1, started_at: "2026-08-03T12:00:00" }, "wrong_type", "started_at"],
    [{ step: 1, policy_step: [1, 2, 3] }, "wrong_type", "policy_step"],
    [{ step: 1, disposition: "eaten" }, "wrong_type", "disposition"],
    [{ step: 1, segment: "" }, "wrong_type", "segment"],
    [{ step: 1, labels: ["a"] }, "wrong_type", "labels"],
    [{ step: 1, labels: { a: [] } }, "wrong_type", "labels.a"],
    [{ step: 1, labels: { a: "x".repeat(257) } }, "label_too_long", "labels.a"],
    [
      { step: 1, labels: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`l${index}`, "x"])) },
      "too_many_labels",
      "labels",
    ],
    [{ step: 1, reward_components: { a: "high" } }, "wrong_type", "reward_components.a"],
    [{ step: 1, reward_components: [1] }, "wrong_type", "reward_components"],
    [{ step: 1, id: "" }, "wrong_type", "id"],
    [{ step: 1, id: "x".repeat(1_001) }, "wrong_type", "id"],
  ])("%j", async (row, code, path) => {
    const answer = await talk.post("rejected", [row, { step: 1, id: "good" }]);
    expect(answer).toMatchObject({
      rejected_count: 1,
      rejected: [{ index: 0, code, path, message: expect.stringContaining(path) }],
    });
  });
});

test("step, split, segment and environment of the query hold for rows that tell none", async () => {
  const query = { step: 9, split: "eval", segment: "launch-9", environment: "code" };
  await talk.post("query", [{ id: "a" }, { id: "b", step: 4, environment: "browser" }], query);
  const { rollouts } = await talk.rollouts("query", { split: "eval" });
  expect(rollouts).toMatchObject([
    { id: "a", step: 9, segment: "launch-9", environment: "code" },
    { id: "b", step: 4, segment: "launch-9", environment: "browser" },
  ]);
  await talk.post("query train", [{ id: "c", split: "train", segment: "launch-4" }], query);
  expect(await only("query train")).toMatchObject({
    split: "train",
    step: 9,
    segment: "launch-4",
    environment: "code",
  });
});

test("numbers at the edge of what is taken break nothing that is read back", async () => {
  const largest = Number.MAX_SAFE_INTEGER;
  await talk.ask("PUT", "/api/v1/runs/edge", { failure_reward: -1e100, on_failed: "zero" });
  await talk.post("edge", [
    { step: 1_000_000_000, group: "a", sample: largest, attempt: largest, reward: 1e100, turns: largest },
    { step: 1_000_000_000, group: "a", sample: 0, reward: -1e100, input_tokens: 1e9, output_tokens: 1e9 },
    { step: 1_000_000_000, group: "a", sample: 1, outcome: "failed", policy_step: [largest, 0], duration_ms: 1e308 },
    { step: 0, started_at: 0, finished_at: "9999-12-31T23:59:59Z", reward: 1e-320, reward_components: { a: 1e100 } },
  ]);
  const [first, last] = await talk.steps("edge");
  expect(first).toMatchObject({ step: 0, finished_at: "9999-12-31T23:59:59.000Z" });
  expect(last).toMatchObject({ reward: { evidence: { n: 2, mean: 0 }, as_scored: { n: 3, mean: 0 } } });
  expect(await talk.buckets("edge", { resolution: 1 })).toMatchObject([{ from: 0, received: 4 }]);
  expect((await talk.rollouts("edge", { sort: "reward" })).rollouts).toHaveLength(4);
  for (const page of ["/", "/runs/edge", "/runs/edge/rollouts"]) {
    expect((await send(server.port, page, { headers: { accept: "text/html" } })).status).toBe(200);
  }
});
