import { expect, test } from "vitest";
import { addCoverage, emptyCoverage, lostRate } from "./coverage";

// 64 = 50 scored + 4 masked + 1 unscored + 3 failed + 2 omitted + 4 unknown
const step = {
  expected: 64,
  received: 60,
  scored: 50,
  masked: 4,
  unscored: 1,
  failed: 3,
  omitted: 2,
  unknown: 4,
};

test("lost is masked, unscored and failed, of those that came back and were not left out", () => {
  expect(lostRate(step)).toEqual({ count: 8, n: 58 });
  expect(lostRate(emptyCoverage)).toEqual({ count: 0, n: 0 });
  expect(lostRate({ ...emptyCoverage, received: 2, omitted: 2 })).toEqual({ count: 0, n: 0 });
});

test("coverages add up outcome by outcome, and so do their losses", () => {
  const both = addCoverage(step, step);
  expect(both).toEqual({
    expected: 128,
    received: 120,
    scored: 100,
    masked: 8,
    unscored: 2,
    failed: 6,
    omitted: 4,
    unknown: 8,
  });
  expect(lostRate(both)).toEqual({ count: 16, n: 116 });
});
