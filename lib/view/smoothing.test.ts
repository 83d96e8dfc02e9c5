import { expect, test } from "vitest";
import { binaryRewards, type SampleStep, sampleBuckets } from "./sample-steps";
import { nameSmoothing, smoothBuckets, toSmoothParts } from "./smoothing";
import { layOutSteps } from "./step-axis";

/** 10 rollouts a step, so many of them solved. */
const solved = (step: number, count: number): SampleStep => ({ step, rewards: binaryRewards(count, 10 - count) });

function smooth(samples: readonly SampleStep[], incidents: Parameters<typeof smoothBuckets>[3] = []) {
  const buckets = sampleBuckets(samples);
  const axis = layOutSteps(buckets, 1, null);
  const smoothed = smoothBuckets(axis, buckets, 5, incidents);
  if (smoothed === null) throw new Error("nothing was smoothed");
  return { smoothed, axis };
}

const values = (line: readonly { readonly value: number | null }[]) => line.map(({ value }) => value);

test("nothing is smoothed unless it is asked for", () => {
  const buckets = sampleBuckets([solved(1, 4)]);
  expect(smoothBuckets(layOutSteps(buckets, 1, null), buckets, 1, [])).toBeNull();
  expect([nameSmoothing(1, 1), nameSmoothing(15, 1), nameSmoothing(45, 50)]).toEqual([
    null,
    "smoothed over 15 steps",
    "smoothed over 2,250 steps",
  ]);
});

test("a smoothed rate is the rate of the window's rollouts, and a thin step is no part of the evidence's line", () => {
  const thin: SampleStep = { step: 4, rewards: [1, 0], masked: { session_lost: 8 } };
  const { smoothed } = smooth([solved(1, 3), solved(2, 0), solved(3, 6), thin, solved(5, 5)]);
  // (3 + 0 + 6) of 30 in the middle of the first stretch; steps 4 and 5 are each alone.
  expect(values(smoothed.evidence)).toEqual([0.3, 0.3, 0.6, null, 0.5]);
  // As scored every step has 10: (3 + 0 + 6 + 1 + 5) of 50, and of three on either side.
  expect(values(smoothed.as_scored)).toEqual([0.3, 0.3, 0.3, 0.4, 0.5]);
  expect(values(smoothed.masked)).toEqual([0, 0, 8 / 50, 8 / 30, 0]);
});

test("a line is parted at an incident's onset and behind its end: nothing is drawn across", () => {
  const steps = [1, 2, 3, 4, 5, 6].map((step) => solved(step, step === 3 || step === 4 ? 0 : 8));
  const { smoothed, axis } = smooth(steps, [{ onset: 3, end: 4 }]);
  expect(values(smoothed.evidence)).toEqual([0.8, 0.8, 0, 0, 0.8, 0.8]);
  expect(toSmoothParts(smoothed.evidence, axis.extents, ({ mid }) => [mid])).toEqual([
    [
      { x: 1, y: 0.8 },
      { x: 2, y: 0.8 },
    ],
    [
      { x: 3, y: 0 },
      { x: 4, y: 0 },
    ],
    [
      { x: 5, y: 0.8 },
      { x: 6, y: 0.8 },
    ],
  ]);
});
