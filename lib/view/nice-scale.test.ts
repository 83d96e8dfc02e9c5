import { expect, test } from "vitest";
import { fractionFromTop, logScale, niceScale, niceStep } from "./nice-scale";

test.each([
  [0, 1, [0, 0.5, 1]],
  [0, 0.42, [0, 0.2, 0.4, 0.6]],
  [0, 0.3, [0, 0.1, 0.2, 0.3]],
  [-3.2, 1.7, [-4, -2, 0, 2]],
  [5, 5, [4.5, 5, 5.5]],
  [0, 0, [-1, 0, 1]],
])("a scale that holds %f to %f has lines at %j", (low, high, ticks) => {
  expect(niceScale(low, high)).toEqual({ domain: [ticks[0], ticks[ticks.length - 1]], ticks });
});

test("steps are 1, 2 or 5 times a power of ten", () => {
  expect([niceStep(74, 8), niceStep(10_000, 8), niceStep(0.1, 2), niceStep(0, 2)]).toEqual([10, 2000, 0.05, 1]);
});

test("a logarithmic scale begins at the power of ten below the smallest value", () => {
  expect(logScale(0.0156, 1)).toEqual({ domain: [0.01, 1], ticks: [0.01, 0.1, 1] });
});

test("a place on a scale is counted from the top, and never lies outside", () => {
  expect([fractionFromTop(0.25, [0, 1]), fractionFromTop(3, [0, 1]), fractionFromTop(-1, [-1, 1])]).toEqual([
    0.75, 0, 1,
  ]);
  expect([fractionFromTop(0.1, [0.01, 1], true), fractionFromTop(0, [0.01, 1], true)]).toEqual([0.5, 1]);
});
