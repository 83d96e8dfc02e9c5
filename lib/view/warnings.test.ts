import { expect, test } from "vitest";
import { defaultRunSettings, type RunDetail, type RunSettings } from "@/lib/core/run";
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
    coverage: totals.coverage,
    segments: [],
    annotations: [],
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
