import { expect, test } from "vitest";
import type { RewardCount } from "@/lib/core/step-groups";
import { toHistogram } from "./histogram-model";

const counted = (reward: number, count: number, told: Partial<RewardCount> = {}): RewardCount => ({
  reward,
  outcome: "scored",
  degraded: false,
  suspected: false,
  count,
  ...told,
});

test("few values have a bar each, and every outcome its part of it", () => {
  const model = toHistogram(
    [counted(0, 5), counted(0, 2, { suspected: true }), counted(0, 58, { outcome: "masked" }), counted(1, 1)],
    true,
  );
  expect(model?.bins).toEqual([
    { low: 0, high: 0, label: "0%", total: 65, scored: 5, suspected: 2, masked: 58 },
    { low: 1, high: 1, label: "100%", total: 1, scored: 1 },
  ]);
  expect(model?.series.map(({ key, count }) => [key, count])).toEqual([
    ["scored", 6],
    ["suspected", 2],
    ["masked", 58],
  ]);
});

test("many values share bars between round edges, and none is lost, the largest included", () => {
  const model = toHistogram(
    Array.from({ length: 41 }, (_, index) => counted(-2 + index / 10, 1)),
    false,
  );
  expect(model?.single).toBe(false);
  expect(model?.bins[0]).toMatchObject({ low: -2, label: "−2 to −1.8" });
  expect(model?.bins).toHaveLength(20);
  expect(model?.bins.reduce((sum, bin) => sum + bin.total, 0)).toBe(41);
  // Two tenths a bar, and the last has its end too.
  expect(model?.bins.map(({ total }) => total)).toEqual([...Array(19).fill(2), 3]);
});

test("a failed rollout's reward is a placeholder and shown as one; without any reward there is nothing to draw", () => {
  expect(toHistogram([counted(-1, 3, { outcome: "failed" })], false)?.bins).toEqual([
    { low: -1, high: -1, label: "−1", total: 3, failed: 3 },
  ]);
  expect(toHistogram([], true)).toBeNull();
});
