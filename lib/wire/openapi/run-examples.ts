/** The same story as in rollout-examples.ts: what is said about the run, and what the server then knows of it. */
import type { z } from "zod";
import type { WireBucketList, WireHealth, WireStepList } from "../answers";
import type { DemoPost, FinishPost, ProducerCountsPost, SegmentPost, StepPut } from "../requests";
import type { RunPatch, WireRun, WireRunDetail } from "../run";
import type { WireRunList } from "../run-list";
import type { WireStep } from "../step";
import { exampleRun as run, seenAt } from "./rollout-examples";

const createdAt = "2026-08-03T14:01:30.000Z";
const revision = "1.9";

export const runPatch: z.input<typeof RunPatch> = {
  name: "Browser agent, 7th try",
  project: "browser",
  tags: ["grpo"],
  expected_per_step: 4,
  group_size: 4,
  reward_range: [0, 1],
  runbooks: { session_lost: "https://wiki.example/session-lost" },
};

export const stepPut: z.input<typeof StepPut> = {
  expected: 4,
  started_at: "2026-08-03T14:02:00Z",
  checkpoint: "step_60",
};

const coverage = { expected: 4, received: 3, scored: 1, masked: 1, unscored: 0, failed: 1, omitted: 0, unknown: 1 };

const totals = {
  degraded: 0,
  mask_flagged: 1,
  trainer_masked: 0,
  reports_failures: 2,
  attempts: 3,
  lost_attempts: 0,
  truncated: 0,
  zero_rewards: 0,
  suspected_false_zeros: 0,
  mask_sources: { mask_sample: 1 },
  dispositions: {},
};

const kinds = {
  judge_failed: { count: 1, scored: 0, masked: 0, unscored: 0, failed: 1, omitted: 0 },
  session_lost: { count: 1, scored: 0, masked: 1, unscored: 0, failed: 0, omitted: 0 },
};

const step: WireStep = {
  step: 61,
  split: "train",
  segment: "first",
  environment: null,
  complete: false,
  declared: 4,
  ...coverage,
  ...totals,
  reports_generation: 2,
  reward: {
    evidence: { n: 1, mean: 1, se: null, p10: 1, p50: 1, p90: 1, min: 1, max: 1 },
    as_scored: { n: 2, mean: 0.5 },
    trained: { n: 0, mean: null },
    components: {},
  },
  kinds,
  groups: {
    n: 1,
    touched: 1,
    no_signal: 1,
    advantage_shift: 0.5,
    evidence: { n: 1, mean: 1, squares: 0 },
    components: {},
    worlds: {
      groups: 1,
      touched: 1,
      evidence: 1,
      silent: [0, 0, 1, 1],
      untouched: [0, 0, 0, 0],
      // biome-ignore lint/suspicious/noApproximativeNumericConstant: what travels has six digits.
      effects: [0.5, 1, 0.5, 0, 0.707107, 1.41421, 0.707107, 0, 1, 2, 1, 0, 1.41421, 2.82843, 1.41421, 0],
    },
  },
  input_tokens: 0,
  output_tokens: 913,
  policy_steps: null,
  first_seen_at: seenAt,
  last_seen_at: seenAt,
  finished_at: null,
};

export const stepList: z.output<typeof WireStepList> = { run, revision, steps: [step] };

const rates = {
  any_failure: 2 / 3,
  lost: 2 / 3,
  masked: 0.5,
  no_result: 0.25,
  unknown: 0.25,
  suspected_false_zeros: 0,
  evidence: 1,
  as_scored: 0.5,
  groups_touched: 1,
  no_signal: 0,
  advantage_shift: 0.5,
  "kind:judge_failed": 1 / 3,
  "kind:session_lost": 1 / 3,
};

export const bucketList: z.output<typeof WireBucketList> = {
  run,
  revision,
  buckets: [
    {
      from: 61,
      to: 61,
      steps: 1,
      segments: ["first"],
      complete: false,
      ...coverage,
      ...totals,
      reward: {
        evidence: { n: 1, mean: 1, se: null, p10: 1, p90: 1 },
        as_scored: { n: 2, mean: 0.5 },
        trained: { n: 0, mean: null },
      },
      learning: { prompts: 1, groups: 1, touched: 1, no_signal: 0, advantage_shift: 0.5, touched_weight: 1 },
      kinds,
      min: rates,
      max: rates,
      first_seen_at: seenAt,
      last_seen_at: seenAt,
      finished_at: null,
    },
  ],
};

const rewardRange: [number, number] = [0, 1];

const settings = {
  name: "Browser agent, 7th try",
  project: "browser",
  tags: ["grpo"],
  description: null,
  config: null,
  expected_per_step: 4,
  group_size: 4,
  world: null,
  baseline: null,
  normalised: null,
  on_failed: null,
  failure_reward: 0,
  reward_range: rewardRange,
  runbooks: { session_lost: "https://wiki.example/session-lost" },
  sensitivity: "normal" as const,
  asynchronous: false,
};

/** As it is right after it was put, before anything else. */
export const newRun: WireRun = {
  run,
  ...settings,
  state: "live",
  last_step: null,
  rollouts: 0,
  created_at: createdAt,
  last_seen_at: null,
  open_incidents: 0,
  verdict: "learning",
  headline: null,
  archived_at: null,
  version: 1,
};

const filledRun: WireRun = { ...newRun, last_step: 61, rollouts: 3, last_seen_at: seenAt, verdict: "learning" };

export const runDetail: WireRunDetail = {
  ...filledRun,
  coverage,
  inference: { state: "not_told" },
  segments: [
    {
      segment: "first",
      started_at: null,
      from_step: null,
      first_step: 61,
      superseded_from: null,
      first_heard_at: "2026-08-03T14:02:00.204Z",
    },
  ],
  annotations: [],
  overrides: [
    {
      id: 1,
      kind: "runbook",
      incident: null,
      series: [],
      step: null,
      value: "session_lost: https://wiki.example/session-lost",
      note: null,
      author: null,
      created_at: createdAt,
      withdrawn_at: null,
    },
  ],
  comparisons: [],
  environments: ["browser_agent"],
  labels: { host: ["gpu-17", "gpu-18"] },
  splits: ["train"],
};

export const runList: WireRunList = {
  revision,
  runs: [{ ...filledRun, recent: [{ step: 61, evidence: 1, lost: 2 / 3 }], newest: step }],
  next: null,
};

export const segmentPost: z.input<typeof SegmentPost> = {
  segment: "resume-2",
  started_at: "2026-08-03T15:00:00Z",
  from_step: 55,
};

export const finishPost: z.input<typeof FinishPost> = { state: "stopped" };

export const producerCountsPost: z.input<typeof ProducerCountsPost> = {
  source: "collector",
  file: "step_61_coverage.json",
  step: 61,
  counts: { expected: 4, scored: 1, masked: 1, failed: 1 },
};

export const demoPost: z.input<typeof DemoPost> = { scenario: "step-61", mode: "live", speed: 60 };

export const health: WireHealth = {
  status: "ok",
  live: true,
  ready: true,
  version: "0.1.0",
  node: "v20.20.2",
  storage: {
    engine: "SQLite 3.53.2",
    schema_version: 1,
    database_bytes: 8192,
    wal_bytes: 259592,
    runs: 1,
    rollouts: 3,
    dirty_steps: 0,
  },
};
