import { describe, expect, test } from "vitest";
import { detectFormat, normaliseRow, type RowDefaults } from "./normalise";

const nothing: RowDefaults = { step: null, split: null, segment: null, environment: null };

function judge(row: unknown, defaults: Partial<RowDefaults> = {}) {
  const judged = normaliseRow(row, "auto", { ...nothing, ...defaults });
  if ("rejection" in judged) throw new Error(judged.rejection.message);
  return judged.rollout;
}

function reject(row: unknown) {
  const judged = normaliseRow(row, "auto", nothing);
  return "rejection" in judged ? judged.rejection : null;
}

test("a row that tells nothing is an unscored train rollout without a step", () => {
  expect(judge({})).toEqual({
    split: "train",
    step: null,
    segment: null,
    environment: null,
    group: null,
    sample: null,
    id: null,
    attempt: 0,
    outcome: "unscored",
    omitReason: null,
    reward: null,
    rewardState: "absent",
    rewardComponents: [],
    maskSources: [],
    failureKind: null,
    failureReason: null,
    tags: [],
    emptiness: null,
    reportsGeneration: false,
    reportsFailures: false,
    policyStep: null,
    startedAt: null,
    finishedAt: null,
    durationMs: null,
    turns: null,
    inputTokens: null,
    outputTokens: null,
    truncated: null,
    sessionId: null,
    disposition: null,
    trainerReward: null,
    advantage: null,
    labels: [],
  });
});

test("what the request says holds for rows that say nothing themselves", () => {
  const defaults = { step: 61, split: "eval", segment: "launch-2", environment: "code" } as const;
  expect(judge({ reward: 1 }, defaults)).toMatchObject(defaults);
  const own = { step: 0, split: "train", segment: "launch-1", environment: "" };
  expect(judge({ ...own, reward: 1 }, defaults)).toMatchObject(own);
});

test.each([
  [
    { group: 7, id: 9 },
    { group: "7", id: "9" },
  ],
  [{ policy_step: 60 }, { policyStep: [60, 60] }],
  [{ policy_step: [58, 60] }, { policyStep: [58, 60] }],
  [{ started_at: "2026-08-03T12:00:00.5Z" }, { startedAt: Date.UTC(2026, 7, 3, 12, 0, 0, 500) }],
  [{ started_at: "2026-08-03T12:00:00-07:00" }, { startedAt: Date.UTC(2026, 7, 3, 19) }],
  [{ finished_at: 1_785_758_400_000.4 }, { finishedAt: Date.UTC(2026, 7, 3, 12) }],
  [
    { labels: { b: 1, a: true, c: null } },
    {
      labels: [
        ["a", "true"],
        ["b", "1"],
      ],
    },
  ],
  [{ reward_components: { a: 1, b: null, c: Number.NaN } }, { rewardComponents: [["a", 1]] }],
  [{ failure_reason: "" }, { failureReason: null }],
  [{ failure_reason: `${"x".repeat(1_999)}🧪` }, { failureReason: `${"x".repeat(1_999)}\ufffd`, tags: ["reason_cut"] }],
  [{ reward: 1e100 }, { reward: 1e100, rewardState: "finite", outcome: "scored" }],
  [{ reward: -1.1e100 }, { reward: null, rewardState: "infinite", outcome: "unscored" }],
  [{ reward_components: { a: 1e101, b: -1e100 } }, { rewardComponents: [["b", -1e100]] }],
  [{ environment: "half \ud83e" }, { environment: "half \ufffd" }],
])("%j is read as %j", (row, read) => {
  expect(judge(row)).toMatchObject(read);
});

test.each([
  [[1], "not_an_object", ""],
  ["row", "not_an_object", ""],
  [null, "not_an_object", ""],
  [{ reward: 1, step: -1 }, "wrong_type", "step"],
  [{ step: 1e12 }, "wrong_type", "step"],
  [{ started_at: 8.64e15 }, "wrong_type", "started_at"],
  [{ started_at: "0000-01-01T00:00:00+14:00" }, "wrong_type", "started_at"],
  [{ finished_at: "9999-12-31T23:59:59-14:00" }, "wrong_type", "finished_at"],
  [{ output_tokens: 1_000_000_001 }, "wrong_type", "output_tokens"],
  [{ trainer_reward: 1e101 }, "wrong_type", "trainer_reward"],
  [{ _ng_task_index: {}, reward: 1 }, "wrong_type", "_ng_task_index"],
  [{ _ng_failure_record: { episode_id: { attempt: -1 } } }, "wrong_type", "_ng_failure_record.episode_id.attempt"],
  [{ responses_create_params: {}, response: null, _ng_task_index: 1 }, "not_a_rollout", ""],
])("%j is rejected", (row, code, path) => {
  expect(reject(row)).toMatchObject({ code, path });
});

describe("the format of a row", () => {
  test.each([
    [{}, "native"],
    [{ response: {} }, "native"],
    [{ responses_create_params: {} }, "native"],
    [{ responses_create_params: {}, response: null }, "nemo-gym"],
    [{ _ng_anything: 1 }, "nemo-gym"],
    [{ ng_task_index: 1 }, "native"],
  ] as const)("%j is %s", (row, format) => {
    expect(detectFormat(row)).toBe(format);
  });
});
