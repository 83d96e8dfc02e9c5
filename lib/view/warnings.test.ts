import { expect, test } from "vitest";
import { defaultRunSettings, type RunDetail, type RunSettings } from "@/lib/core/run";
import { emptyStanding } from "@/lib/core/run-incident";
import { binaryRewards, type SampleStep, sampleBuckets, sampleEpoch, sampleSummary } from "./sample-steps";
import { sumBuckets } from "./totals";
import { listWarnings } from "./warnings";

function warn(samples: readonly SampleStep[], settings: Partial<RunSettings> = {}) {
  const buckets = sampleBuckets(samples);
  const last = samples[samples.length - 1];
  const totals = sumBuckets(buckets);
  const detail: RunDetail = {
    run: "demo",
    settings: { ...defaultRunSettings, ...settings },
    state: "live",
    lastStep: last?.step ?? null,
    rollouts: 0,
    createdAt: sampleEpoch,
    lastSeenAt: null,
    archivedAt: null,
    version: 0,
    inference: { state: "not_told" },
    coverage: totals.coverage,
    segments: [],
    annotations: [],
    overrides: [],
    ...emptyStanding,
    comparisons: [],
    environments: [],
    labels: {},
    splits: ["train"],
  };
  const newest = last === undefined ? null : sampleSummary(last);
  return Object.fromEntries(listWarnings(detail, totals, newest).map(({ id, text }) => [id, text]));
}

test("a step is overfull by its own declaration, whatever the run expects of a step", () => {
  const filled = { step: 7, rewards: binaryRewards(3, 3) };
  expect(warn([{ ...filled, expected: 4 }], { expectedPerStep: 8 })["overfull"]).toBe(
    "Step 7 has heard 6 rollouts, and 4 were declared. Did the trainer resume without naming a new segment?",
  );
  expect(warn([{ ...filled, expected: 6 }], { expectedPerStep: 4 })).toEqual({});
  expect(warn([filled], { expectedPerStep: 4 })).toEqual({});
});

test("one is said as one", () => {
  const told = warn([{ step: 1, rewards: [1], emptyZeros: 1, degraded: { judge_failed: 1 } }]);
  expect(told["degraded"]).toBe("1 rollout is scored and carries a failure kind all the same (degraded).");
  expect(told["suspected"]).toMatch(/^1 suspected false zero: .* It counts as scored\.$/);
});

test("what the trainer did is told over all steps shown, beside what was generated", () => {
  const step = (number: number, loss_masked: number): SampleStep => ({
    step: number,
    rewards: binaryRewards(4, 4),
    dispositions: { trained: 5, loss_masked },
  });
  expect(warn([step(1, 3), step(2, 1)])["dispositions"]).toBe(
    "Trained 10 of 16 generated. What the trainer did: 10 trained, 4 loss masked; of 2 it told nothing.",
  );
  expect(warn([{ step: 1, rewards: [1, 0], trained: 0.5 }])["dispositions"]).toBe(
    "The trainer told its own reward for 2 of 2 generated, and not what it did with them (disposition).",
  );
  expect(warn([{ step: 1, rewards: [1, 0] }])).toEqual({});
});

test("a mask that only some trainers read is warned of wherever it is in view, not only in the newest step", () => {
  const masked = { step: 1, rewards: [1], masked: { session_lost: 2 } };
  expect(warn([masked, { step: 2, rewards: [1] }], { world: "evidence_only" })).toEqual({
    mask_source:
      "2 of 2 flagged rollouts are flagged outside instance_config.mask_sample. They train in trainers that read only instance_config.mask_sample.",
  });
});
