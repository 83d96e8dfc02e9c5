import { expect, test } from "vitest";
import { compareRuns } from "@/lib/core/compare/compare-runs";
import { smoothRuns } from "./compare-smoothing";
import { sampleRun } from "./sample-comparison";
import { binaryRewards, type SampleStep } from "./sample-steps";

/** 10 rollouts a step, so many of them solved. */
const solved = (step: number, count: number): SampleStep => ({ step, rewards: binaryRewards(count, 10 - count) });

const asked = { baseline: null, alignment: "step", at: null, range: "whole", resolution: 500 } as const;
const whole = sampleRun("whole", [solved(1, 3), solved(2, 0), solved(3, 6), solved(4, 5)]);
const gappy = sampleRun("gappy", [solved(1, 2), solved(3, 4)]);
const comparison = compareRuns([whole, gappy], asked);

test("each run is smoothed by itself, and not across what it has not heard of", () => {
  expect(smoothRuns(comparison, [], null, 1)).toBeNull();
  const smoothed = smoothRuns(comparison, [], null, 5);
  expect(smoothed?.reward.map(({ parts }) => parts.map((part) => part.map(({ x, y }) => [x, y])))).toEqual([
    // 9 of 30 and 11 of 30 in the middle, the raw ends.
    [
      [
        [1, 0.3],
        [2, 9 / 30],
        [3, 11 / 30],
        [4, 0.5],
      ],
    ],
    [[[1, 0.2]], [[3, 0.4]]],
  ]);
  expect(smoothed?.lost[0]?.parts.flat().map(({ x }) => x)).toEqual([0.5, 1.5, 1.5, 2.5, 2.5, 3.5, 3.5, 4.5]);
});

test("an incident of one run parts its line, and no other's", () => {
  const told = smoothRuns(comparison, [{ incidents: [{ onset: 3, end: null }] }], null, 5);
  expect(told?.reward[0]?.parts.map((part) => part.map(({ y }) => y))).toEqual([
    [0.3, 0],
    [0.6, 0.5],
  ]);
});
