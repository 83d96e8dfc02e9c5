import { describe, expect, test } from "vitest";
import { compareRuns } from "@/lib/core/compare/compare-runs";
import type { CompareRequest } from "@/lib/core/compare/comparison";
import { nearestRun, toCompareCharts } from "./compare-charts";
import { sampleRun, sampleSteps } from "./sample-comparison";
import { binaryRewards } from "./sample-steps";

const asked: CompareRequest = { baseline: null, alignment: "step", at: null, range: "common", resolution: 500 };
const well = { rewards: binaryRewards(4, 6) };

describe("charts of compared runs", () => {
  test("part a line at a gap of its own run only, and draw thin evidence as a dot", () => {
    const gappy = sampleRun("gappy", [
      ...sampleSteps(1, 2, well),
      ...sampleSteps(5, 6, well),
      { step: 7, rewards: [1] },
    ]);
    const whole = sampleRun("whole", sampleSteps(1, 7, well));
    const { charts, rows } = toCompareCharts(compareRuns([gappy, whole], asked), null);
    const [first, second] = charts.reward.lines;
    expect(first?.lines.map((part) => part.map(({ x }) => x))).toEqual([
      [1, 2],
      [5, 6],
    ]);
    expect(first?.dots.map(({ x, y }) => [x, y])).toEqual([[7, 1]]);
    expect(second?.lines.map((part) => part.length)).toEqual([7]);
    expect(rows[2]?.points.map((point) => point !== null)).toEqual([false, true]);
  });

  test("shares hold from the begin of a step to its end, and what has no result lies below zero", () => {
    const lost = sampleRun("lost", [{ step: 1, rewards: [1], masked: { a: 1 }, failed: { b: 2 } }]);
    const { charts } = toCompareCharts(compareRuns([lost], asked), null);
    expect(charts.lost.lines[0]?.lines).toEqual([
      [
        { x: 0.5, y: 0.75 },
        { x: 1.5, y: 0.75 },
      ],
    ]);
    expect(charts.masked.lines.map(({ lines }) => lines[0]?.[0]?.y)).toEqual([0.5, -0.5]);
  });

  test("a click goes to the run whose line is nearest", () => {
    const good = sampleRun("good", sampleSteps(1, 3, { rewards: binaryRewards(9, 1) }));
    const bad = sampleRun("bad", sampleSteps(1, 3, { rewards: binaryRewards(1, 9) }));
    const model = toCompareCharts(compareRuns([good, bad], asked), null);
    expect(nearestRun(model, "reward", 1, 0.8)).toBe(0);
    expect(nearestRun(model, "reward", 1, 0.2)).toBe(1);
    expect(nearestRun(model, "reward", 99, 0.2)).toBeNull();
  });

  test("a spike of one step in a wide point stays in its band", () => {
    const spiky = sampleRun("spiky", [
      ...sampleSteps(0, 8, { rewards: binaryRewards(5, 5) }),
      { step: 9, rewards: [1], masked: { a: 9 } },
    ]);
    const { charts } = toCompareCharts(compareRuns([spiky], { ...asked, resolution: 1 }), null);
    expect(charts.lost.lines[0]?.bands[0]?.[0]).toMatchObject({ low: 0, high: 0.9 });
  });
});
