import { describe, expect, test } from "vitest";
import { sampleRun, sampleSteps } from "@/lib/view/sample-comparison";
import { binaryRewards } from "@/lib/view/sample-steps";
import { wilsonInterval } from "../rate";
import { compareRuns } from "./compare-runs";
import type { CompareRequest, Comparison } from "./comparison";

const asked: CompareRequest = { baseline: null, alignment: "step", at: null, range: "common", resolution: 500 };

/** 20 of 64 solved and nothing lost. */
const well = { rewards: binaryRewards(20, 44) };
/** 60 of 64 lost, of the others one solved. */
const ill = { rewards: binaryRewards(1, 3), masked: { session_lost: 60 } };

const healthy = sampleRun("healthy", sampleSteps(1, 40, well));
/** Loses its sessions from step 21 on. */
const broken = sampleRun("broken", [...sampleSteps(1, 20, well), ...sampleSteps(21, 40, ill)]);
/** The same, 15 steps later, and 10 steps longer. */
const later = sampleRun("later", [...sampleSteps(1, 35, well), ...sampleSteps(36, 50, ill)]);

function rate(comparison: Comparison, measure: string, run: number) {
  return comparison.rates.find((row) => row.measure === measure)?.cells[run];
}

describe("runs side by side", () => {
  test("count the steps that all of them have: 20 of 40 steps lost 60 of 64", () => {
    const comparison = compareRuns([healthy, broken], asked);
    expect(comparison.range).toEqual({ from: 1, to: 40 });
    expect(rate(comparison, "lost", 0)?.value).toEqual({ count: 0, n: 2_560 });
    expect(rate(comparison, "lost", 1)?.value).toEqual({ count: 1_200, n: 2_560 });
    expect(rate(comparison, "kind:session_lost", 1)?.value).toEqual({ count: 1_200, n: 2_560 });
    expect(comparison.means[0]?.cells.map((cell) => cell?.value)).toEqual([
      { n: 2_560, mean: 0.3125 },
      // 400 of 1,280, and 20 of 80.
      { n: 1_360, mean: 420 / 1_360 },
    ]);
  });

  test("after the onset, from the first one on, are 60 of 64 against none", () => {
    const comparison = compareRuns([healthy, broken, later], { ...asked, range: "after" });
    expect(comparison.range).toEqual({ from: 21, to: 40 });
    expect(comparison.rates[0]?.cells.map((cell) => cell?.value)).toEqual([
      { count: 0, n: 1_280 },
      { count: 1_200, n: 1_280 },
      { count: 300, n: 1_280 },
    ]);
  });

  test("the intervals know that rollouts of a step are alike: 1 + 63 · 0.02 of them count for one", () => {
    const comparison = compareRuns([healthy, broken], { ...asked, range: { from: 21, to: 40 } });
    const cell = rate(comparison, "lost", 1);
    expect(cell?.designEffect).toBeCloseTo(2.26, 10);
    const wilson = wilsonInterval({ count: 1_200 / 2.26, n: 1_280 / 2.26 });
    expect(cell?.estimate?.low).toBeCloseTo(wilson?.[0] ?? Number.NaN, 10);
    expect(cell?.difference?.value).toBe(0.9375);
    expect(cell?.isApart).toBe(true);
    expect(rate(comparison, "lost", 0)?.difference).toBeNull();
  });

  test("are held against the run that is named", () => {
    const comparison = compareRuns([healthy, broken], { ...asked, baseline: "broken", range: "after" });
    expect(comparison.baseline).toBe(1);
    expect(rate(comparison, "lost", 0)?.difference?.value).toBe(-0.9375);
  });

  test("that differ by chance are not apart: 3 of 64 against 5 of 64", () => {
    const some = (lost: number) =>
      sampleRun(`${lost}`, sampleSteps(1, 1, { masked: { judge_failed: lost }, rewards: binaryRewards(0, 64 - lost) }));
    const cell = rate(compareRuns([some(3), some(5)], asked), "lost", 1);
    expect(cell?.difference?.value).toBeCloseTo(2 / 64, 10);
    expect(cell?.isApart).toBe(false);
  });

  test("a step still filling has nothing missing yet", () => {
    const filling = sampleRun("filling", [{ step: 1, rewards: [1], expected: 4, complete: false }]);
    const complete = sampleRun("complete", [{ step: 1, rewards: [1], expected: 4 }]);
    const { rates, runs } = compareRuns([filling, complete], asked);
    const unknown = rates.find(({ measure }) => measure === "unknown")?.cells.map((cell) => cell?.value);
    expect(unknown).toEqual([
      { count: 0, n: 0 },
      { count: 3, n: 4 },
    ]);
    expect(runs[0]?.counted).toEqual({ from: 1, to: 1, steps: 1, filling: 1 });
  });

  test("rewards beyond [0, 1] are compared by means of steps: −2 ± 0 and 4", () => {
    const low = sampleRun("low", sampleSteps(1, 4, { rewards: [-3, -1] }));
    const high = sampleRun("high", sampleSteps(1, 4, { rewards: [2, 6] }));
    const { means, inPercent } = compareRuns([low, high], asked);
    expect(inPercent).toBe(false);
    expect(means[0]?.cells[1]?.difference?.value).toBe(6);
    expect(means[0]?.cells[1]?.isApart).toBe(true);
  });
});

describe("aligned by their onsets", () => {
  const request: CompareRequest = { ...asked, alignment: "onset", range: "after" };

  test("two runs that broke at 21 and 36 stand at 0 together", () => {
    const { runs, range, rates } = compareRuns([broken, later], request);
    expect(runs.map(({ origin }) => origin)).toEqual([21, 36]);
    expect(range).toEqual({ from: 0, to: 14 });
    expect(runs.map(({ counted }) => counted)).toEqual([
      { from: 21, to: 35, steps: 15, filling: 0 },
      { from: 36, to: 50, steps: 15, filling: 0 },
    ]);
    expect(rates[0]?.cells.map((cell) => cell?.value)).toEqual([
      { count: 900, n: 960 },
      { count: 900, n: 960 },
    ]);
  });

  test("a run without an incident is left out, or stands where it is told to", () => {
    const out = compareRuns([broken, healthy], request);
    expect(out.runs[1]).toMatchObject({ origin: null, points: [], counted: null });
    expect(out.rates[0]?.cells[1]).toBeNull();
    const placed = compareRuns([broken, healthy], { ...request, at: 11 });
    expect(placed.runs[1]).toMatchObject({ origin: 11, counted: { from: 11, to: 30, steps: 20 } });
  });

  test("each point has the share of the kind that is asked for, none where no step names it", () => {
    const ofKind = (kind: string | null) =>
      compareRuns([broken], { ...request, resolution: 10, kind })
        .runs[0]?.points.slice(3, 5)
        .map((one) => one.ofKind);
    expect(ofKind(null)).toEqual([null, null]);
    expect(ofKind("session_lost")).toEqual([
      { count: 0, n: 320, low: 0, high: 0 },
      { count: 300, n: 320, low: 0.9375, high: 0.9375 },
    ]);
    expect(ofKind("constructor")).toEqual([
      { count: 0, n: 320, low: 0, high: 0 },
      { count: 0, n: 320, low: 0, high: 0 },
    ]);
  });

  test("points lie in places of the axis, wide ones at multiples of their width", () => {
    const { runs, width } = compareRuns([broken], { ...request, resolution: 10 });
    expect(width).toBe(5);
    expect(runs[0]?.points.map(({ from, to }) => [from, to])).toEqual([
      [-20, -16],
      [-15, -11],
      [-10, -6],
      [-5, -1],
      [0, 4],
      [5, 9],
      [10, 14],
      [15, 19],
    ]);
    expect(runs[0]?.points[4]?.lost).toEqual({ count: 300, n: 320, low: 0.9375, high: 0.9375 });
  });
});

describe("a range", () => {
  test("that no two runs share is none", () => {
    const early = sampleRun("early", sampleSteps(1, 5, well));
    const late = sampleRun("late", sampleSteps(10, 12, well));
    expect(compareRuns([early, late], asked).range).toBeNull();
    expect(compareRuns([early, late], { ...asked, range: "whole" }).range).toEqual({ from: 1, to: 12 });
  });
});
