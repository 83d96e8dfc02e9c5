/**
 * One small story, told in requests and in what the server answers to them: a run whose step 61 expects four rollouts,
 * three of which come. The test plays it against the server.
 */
import type { z } from "zod";
import type { WireReceipt } from "../answers";
import type { NemoGymRow } from "../nemo-gym-row";
import type { WireRollout, WireRolloutDetail, WireRolloutPage } from "../rollout";
import type { RolloutRow } from "../rollout-row";

export const exampleRun = "browser-7";
export const seenAt = "2026-08-03T14:02:31.309Z";

export const solved: RolloutRow = {
  group: "812",
  sample: 0,
  environment: "browser_agent",
  reward: 1,
  turns: 6,
  output_tokens: 913,
  labels: { host: "gpu-17" },
};

const lost: RolloutRow = {
  group: "812",
  sample: 1,
  environment: "browser_agent",
  reward: 0,
  mask_sample: true,
  failure_kind: "session_lost",
  failure_reason: "reset: no session in 30 s",
  turns: 0,
  output_tokens: 0,
  labels: { host: "gpu-18" },
};

const failed: RolloutRow = {
  group: "812",
  sample: 2,
  environment: "browser_agent",
  outcome: "failed",
  failure_kind: "judge_failed",
  failure_reason: "judge: HTTP 503 after 3 tries",
};

/** The last one is refused, and costs the others nothing. */
export const rows: readonly object[] = [solved, lost, failed, { group: "812", sample: "three", reward: 0 }];

export const lines = `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;

export const nemoGymRow: NemoGymRow & { readonly expected_answer: string } = {
  _ng_task_index: 812,
  _ng_rollout_index: 3,
  agent_ref: { name: "browser_agent" },
  responses_create_params: { input: [{ role: "user", content: "Book a table for two." }] },
  response: { output: [{ role: "assistant", content: "Done." }], usage: { input_tokens: 120, output_tokens: 3 } },
  reward: 0,
  mask_sample: false,
  failure_kind: null,
  failure_reason: null,
  expected_answer: "a column of the dataset: kept, and never read",
};

export const receipt: WireReceipt = {
  run: exampleRun,
  received: 4,
  inserted: 3,
  updated: 0,
  duplicates: 0,
  superseded: 0,
  rejected_count: 1,
  rejected: [
    {
      index: 3,
      code: "wrong_type",
      path: "sample",
      message: "sample is not as expected: must be a number",
    },
  ],
  warnings: [],
};

const keptLost: WireRollout = {
  rollout: 2,
  run: exampleRun,
  split: "train",
  step: 61,
  segment: "first",
  environment: "browser_agent",
  group: "812",
  sample: 1,
  id: null,
  attempt: 0,
  attempts: 1,
  lost_attempts: 0,
  counts: true,
  superseded_by: null,
  outcome: "masked",
  omit_reason: null,
  reward: 0,
  reward_state: "finite",
  reward_components: {},
  mask_sources: ["mask_sample"],
  failure_kind: "session_lost",
  failure_reason: "reset: no session in 30 s",
  tags: [],
  suspected_false_zero: false,
  issue: 1,
  emptiness: "output_tokens_zero",
  reports_generation: true,
  reports_failures: true,
  policy_step: null,
  started_at: null,
  finished_at: null,
  duration_ms: null,
  turns: 0,
  input_tokens: null,
  output_tokens: 0,
  truncated: null,
  session_id: null,
  disposition: null,
  trainer_reward: null,
  advantage: null,
  labels: { host: "gpu-18" },
  seen_at: seenAt,
};

/** What `?kind=session_lost` finds. */
export const rolloutPage: z.output<typeof WireRolloutPage> = { rollouts: [keptLost], next: null, total: 1 };

const keptSolved: WireRollout = {
  ...keptLost,
  rollout: 1,
  sample: 0,
  outcome: "scored",
  reports_failures: false,
  reward: 1,
  mask_sources: [],
  failure_kind: null,
  failure_reason: null,
  issue: null,
  emptiness: null,
  turns: 6,
  output_tokens: 913,
  labels: { host: "gpu-17" },
};

const keptFailed: WireRollout = {
  ...keptLost,
  rollout: 3,
  issue: 2,
  sample: 2,
  outcome: "failed",
  reward: null,
  reward_state: "absent",
  mask_sources: [],
  failure_kind: "judge_failed",
  failure_reason: "judge: HTTP 503 after 3 tries",
  emptiness: null,
  reports_generation: false,
  reports_failures: true,
  turns: null,
  output_tokens: null,
  labels: {},
};

export const rolloutDetail: z.output<typeof WireRolloutDetail> = {
  rollout: keptLost,
  attempts: [],
  siblings: [keptSolved, keptLost, keptFailed],
  payload: lost,
};
