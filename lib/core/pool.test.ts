import { expect, test } from "vitest";
import { poolMeans, sumCounts, sumKinds } from "./pool";

test("means are weighed by their numbers, and one over nothing has no say", () => {
  // (3 · 1 + 1 · 0) / 4
  expect(
    poolMeans([
      { n: 3, mean: 1 },
      { n: 0, mean: null },
      { n: 1, mean: 0 },
    ]),
  ).toEqual({ n: 4, mean: 0.75 });
  expect(poolMeans([])).toEqual({ n: 0, mean: null });
});

test("counts add up by name", () => {
  expect(sumCounts([{ trained: 3, stale: 1 }, {}, { trained: 2, constructor: 1 }])).toEqual({
    trained: 5,
    stale: 1,
    constructor: 1,
  });
});

test("kinds add up by outcome, whatever they are called", () => {
  const lost = { count: 3, scored: 0, masked: 2, unscored: 1, failed: 0, omitted: 0 };
  const failed = { count: 2, scored: 1, masked: 0, unscored: 0, failed: 1, omitted: 0 };
  expect(sumKinds([{ session_lost: lost }, { constructor: failed, session_lost: failed }])).toEqual({
    session_lost: { count: 5, scored: 1, masked: 2, unscored: 1, failed: 1, omitted: 0 },
    constructor: failed,
  });
});
