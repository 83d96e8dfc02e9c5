import { expect, test } from "vitest";
import { sampleBuckets, sampleEpoch } from "./sample-steps";
import { formatAxisTick, hasTimes, layOutSteps, layOutTimes, nearestIndex, stepsBetween } from "./step-axis";

const steps = (...numbers: number[]) => sampleBuckets(numbers.map((step) => ({ step, rewards: [1] })));

test("a step takes the room from half before it to half after it, and a missing one leaves a gap", () => {
  const axis = layOutSteps(steps(3, 4, 6), 1, { from: 3, to: 6 });
  expect(axis.domain).toEqual([2.5, 6.5]);
  expect(axis.extents).toEqual([
    { start: 2.5, mid: 3, end: 3.5, joined: false },
    { start: 3.5, mid: 4, end: 4.5, joined: true },
    { start: 5.5, mid: 6, end: 6.5, joined: false },
  ]);
});

test("a young run is not stretched over the page", () => {
  expect(layOutSteps(steps(0), 1, null).domain).toEqual([-0.5, 11.5]);
});

test("ticks are whole steps, the first of them where there is room", () => {
  expect(layOutSteps([], 1, { from: 1, to: 74 }).ticks).toEqual([1, 10, 20, 30, 40, 50, 60, 70]);
  expect(layOutSteps([], 1, { from: 9, to: 74 }).ticks).toEqual([10, 20, 30, 40, 50, 60, 70]);
  expect(layOutSteps([], 1, { from: 4, to: 6 }).ticks).toEqual([4, 5, 6]);
  // toEqual tells 0 from -0.
  expect(layOutSteps(steps(0, 1, 39), 1, null).ticks).toEqual([0, 5, 10, 15, 20, 25, 30, 35]);
  // A run of one step has room for twelve, and names the one it has.
  expect(layOutSteps(steps(1), 1, null).ticks).toEqual([1, 2, 4, 6, 8, 10, 12]);
  expect(formatAxisTick(layOutSteps(steps(1), 1, null), 12_000, "UTC")).toBe("12,000");
});

test("by time, a step ends when it finished and begins where the one before ended", () => {
  const axis = layOutTimes(steps(1, 2));
  expect(axis.extents.map(({ start, end, joined }) => [start - sampleEpoch, end - sampleEpoch, joined])).toEqual([
    [0, 60_000, false],
    [60_000, 120_000, true],
  ]);
  expect(formatAxisTick(axis, sampleEpoch + 60_000, "UTC")).toBe("12:01");
});

test("by time, a night between two steps is a gap", () => {
  const buckets = steps(1, 2, 3).map((bucket) => {
    return bucket.from < 3 ? bucket : { ...bucket, finishedAt: sampleEpoch + 600 * 60_000 };
  });
  const { extents } = layOutTimes(buckets);
  expect(extents.map((extent) => extent.joined)).toEqual([false, true, false]);
  expect((extents[2]?.start ?? 0) - (extents[1]?.end ?? 0)).toBeGreaterThan(0);
});

test("by time, steps that were never heard of are a gap though no time passed", () => {
  const [first, second] = layOutTimes(steps(1, 600)).extents;
  expect([second?.joined, (second?.start ?? 0) - (first?.end ?? 0)]).toEqual([false, 0]);
});

test("a place on the axis belongs to the bucket that has it, else to the nearest", () => {
  const { extents } = layOutSteps(steps(3, 4, 10), 1, null);
  expect([-9, 2.9, 4.49, 6, 8, 99].map((x) => nearestIndex(extents, x))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(nearestIndex([], 1)).toBeNull();
});

test("a selection takes whole buckets, whichever way it was drawn", () => {
  const buckets = steps(3, 4, 5, 6);
  const axis = layOutSteps(buckets, 1, null);
  expect(stepsBetween(axis, buckets, 5.2, 3.8)).toEqual({ from: 4, to: 5 });
  expect(stepsBetween(axis, buckets, 20, 30)).toBeNull();
});

test("rollouts without times that were sent at once have no time axis", () => {
  const atOnce = steps(1, 2, 3).map((bucket) => ({
    ...bucket,
    finishedAt: null,
    lastSeenAt: sampleEpoch + bucket.from,
  }));
  expect([hasTimes(steps(1, 2, 3)), hasTimes(atOnce), hasTimes([])]).toEqual([true, false, true]);
});
