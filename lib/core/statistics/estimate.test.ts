import { describe, expect, test } from "vitest";
import { areApart, estimateDifference, estimateMean, estimateRate } from "./estimate";

function difference(a: readonly [number, number], b: readonly [number, number]) {
  const [first, second] = [a, b].map(([count, n]) => estimateRate({ count, n }));
  if (first == null || second == null) throw new Error("0 of 0");
  const { low, high } = estimateDifference(first, second);
  return [Number(low.toFixed(4)), Number(high.toFixed(4))];
}

describe("the difference of two proportions", () => {
  // Newcombe 1998, table II, method 10.
  test.each([
    { a: [56, 70], b: [48, 80], interval: [0.0524, 0.3339] },
    { a: [9, 10], b: [3, 10], interval: [0.1705, 0.809] },
    { a: [6, 7], b: [2, 7], interval: [0.0582, 0.8062] },
    { a: [5, 56], b: [0, 29], interval: [-0.0381, 0.1926] },
    { a: [0, 10], b: [0, 20], interval: [-0.1611, 0.2775] },
    { a: [0, 10], b: [0, 10], interval: [-0.2775, 0.2775] },
    { a: [10, 10], b: [0, 20], interval: [0.6791, 1] },
    { a: [10, 10], b: [0, 10], interval: [0.6075, 1] },
  ] as const)("of $a and $b has the published interval", ({ a, b, interval }) => {
    expect(difference(a, b)).toEqual(interval);
  });

  test("is as wide as that of half the rollouts where the design effect is 2", () => {
    expect(estimateRate({ count: 20, n: 80 }, 2)).toEqual(estimateRate({ count: 10, n: 40 }));
    expect(() => estimateRate({ count: 1, n: 2 }, 0.5)).toThrow("at least 1, not 0.5");
  });

  test("has no value where one of them is 0 of 0", () => {
    expect(estimateRate({ count: 0, n: 0 })).toBeNull();
  });
});

describe("a mean", () => {
  test("has Student's interval: t(0.975, 10) is 2.228", () => {
    const estimate = estimateMean(5, 1, 11);
    expect(estimate?.low).toBeCloseTo(5 - 2.2281, 4);
    expect(estimate?.high).toBeCloseTo(5 + 2.2281, 4);
  });

  test("of one unit has none", () => {
    expect(estimateMean(5, 1, 1)).toBeNull();
  });
});

describe("two estimates are apart", () => {
  const about = (low: number, high: number) => ({ value: (low + high) / 2, low, high });

  test("where their intervals do not touch, whichever is larger", () => {
    expect(areApart(about(0, 0.2), about(0.3, 0.4))).toBe(true);
    expect(areApart(about(0.3, 0.4), about(0, 0.2))).toBe(true);
    expect(areApart(about(0, 0.3), about(0.3, 0.4))).toBe(false);
  });
});
