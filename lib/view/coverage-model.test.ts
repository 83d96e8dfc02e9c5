import { expect, test } from "vitest";
import { toCoverageModel } from "./coverage-model";
import { type SampleStep, sampleBuckets } from "./sample-steps";
import { layOutSteps } from "./step-axis";

function model(...samples: SampleStep[]) {
  const buckets = sampleBuckets(samples);
  return toCoverageModel(layOutSteps(buckets, 1, null), buckets);
}

test("masked is a share of completed; below zero stand no result and missing, of expected", () => {
  const { rows } = model({
    step: 1,
    expected: 16,
    rewards: [1, 0, 0],
    masked: { session_lost: 1 },
    failed: { agent_timeout: 4 },
  });
  expect(rows[0]).toMatchObject({ x: 0.5, masked: 0.25, no_result: [-0.25, 0], missing: [-0.75, -0.25] });
});

test("what a step still filling waits for is an outline, not missing", () => {
  const { rows, toCome, labels } = model({
    step: 74,
    expected: 64,
    rewards: [1, 0, 0],
    masked: { session_lost: 34 },
    complete: false,
  });
  expect(rows[0]?.["missing"]).toEqual([-0, -0]);
  expect(toCome).toEqual([{ x: [73.5, 74.5], y: [-27 / 64, -0], count: 27, expected: 64 }]);
  expect(labels.map(({ name, value }) => [name, value])).toEqual([
    ["masked", "92%"],
    ["", "27 of 64 to come"],
  ]);
});

test("a step that has just begun does not move the axis: its outline is clipped", () => {
  const { scale, toCome } = model(
    { step: 1, rewards: [1, 0] },
    { step: 2, expected: 64, rewards: [0], complete: false },
  );
  // Wilson's interval of 0 of 1 ends at 79%, and is held; what is to come is clipped.
  expect(scale.domain).toEqual([-0.5, 1]);
  expect(toCome[0]?.y[0]).toBe(-0.5);
});

test("a step in which nothing completed has no masked fraction", () => {
  const { rows } = model({ step: 1, failed: { agent_timeout: 2 } });
  const { labels } = model({ step: 1, rewards: [1], masked: { a_b: 1 } }, { step: 2, failed: { agent_timeout: 2 } });
  expect(labels[0]).toMatchObject({ name: "masked", value: "–, last 50% at step 1" });
  expect(rows[0]).toMatchObject({ masked: null, interval: null, no_result: [-1, 0] });
});

test("both halves of the axis share one distance of lines", () => {
  expect(model({ step: 1, rewards: [1], failed: { agent_timeout: 3 } }).scale).toEqual({
    domain: [-1, 1],
    ticks: [-1, -0.5, 0, 0.5, 1],
  });
});

test("a step that stands out of its point is a needle; what every point has now and then is none", () => {
  const steps = Array.from({ length: 20 }, (_, step): SampleStep => {
    return step === 7 ? { step, masked: { session_lost: 4 } } : { step, rewards: [0, 0, 1, 0] };
  });
  const buckets = sampleBuckets(steps, 10);
  // 4 of the 8 rollouts of steps 6 and 7, and all 4 of one of them.
  expect(toCoverageModel(layOutSteps(buckets, 2, null), buckets).spikes).toEqual([
    { x: 6.5, low: 0.5, high: 1, colour: "var(--masked)" },
  ]);
  expect(model(...steps).spikes).toEqual([]);
});
