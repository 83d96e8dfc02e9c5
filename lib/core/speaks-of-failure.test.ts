import { expect, test } from "vitest";
import { speaksOfFailure } from "./speaks-of-failure";

const silent = { masked: 0, unscored: 0, failed: 0, kinds: {}, reportsFailures: 0 };
const degraded = { count: 1, scored: 1, masked: 0, unscored: 0, failed: 0, omitted: 0 };

test.each([
  ["rewards alone", {}, false],
  ["a masked rollout", { masked: 1 }, true],
  ["one without a score", { unscored: 1 }, true],
  ["one that failed", { failed: 1 }, true],
  ["a failure kind of a scored one", { kinds: { judge_slow: degraded } }, true],
  ["a field that says that there was no failure", { reportsFailures: 1 }, true],
])("%s: %s", (_name, told, expected) => {
  expect(speaksOfFailure([silent, { ...silent, ...told }])).toBe(expected);
});

test("no step says nothing", () => {
  expect(speaksOfFailure([])).toBe(false);
});
