import { describe, expect, test } from "vitest";
import { sampleSummary } from "@/lib/view/sample-steps";
import { type AlertRule, isRuleSeries, replayRule } from "./alert-rule";

/** Steps of ten rollouts, so many of them lost. */
function steps(lost: readonly number[]) {
  return lost.map((count, index) =>
    sampleSummary({
      step: index + 1,
      rewards: Array.from({ length: 10 - count }, () => 1),
      ...(count === 0 ? {} : { masked: { session_lost: count } }),
    }),
  );
}

const rule: AlertRule = { series: "kind:session_lost", over: 0.2, count: 1, steps: 1 };

describe("a replayed rule", () => {
  test("fires at its share, holds while it is reached, and fires anew after a step below", () => {
    const found = replayRule(steps([0, 2, 3, 1, 0, 5]), rule);
    expect(found.map(({ from, fired, to, isOpen, rate }) => ({ from, fired, to, isOpen, rate }))).toEqual([
      { from: 2, fired: 2, to: 3, isOpen: false, rate: { count: 2, n: 10 } },
      { from: 6, fired: 6, to: 6, isOpen: true, rate: { count: 5, n: 10 } },
    ]);
  });

  test("waits for as many steps in a row as it asks for, and says from which on they were", () => {
    const found = replayRule(steps([3, 0, 3, 4, 5, 0]), { ...rule, steps: 3 });
    expect(found).toMatchObject([{ from: 3, fired: 5, to: 5, isOpen: false, rate: { count: 5, n: 10 } }]);
  });

  test("needs its least count, whatever the share", () => {
    expect(replayRule(steps([2, 3]), { ...rule, count: 3 })).toMatchObject([{ fired: 2 }]);
  });

  test("says nothing of a step that is still filling, and of none", () => {
    const filling = sampleSummary({ step: 1, masked: { session_lost: 9 }, expected: 10, complete: false });
    expect(replayRule([filling], rule)).toEqual([]);
    expect(replayRule([], rule)).toEqual([]);
  });

  test("counts what is missing of what was expected, and all else of what came", () => {
    const step = sampleSummary({ step: 4, rewards: [1, 1, 1], expected: 4 });
    expect(replayRule([step], { ...rule, series: "unknown" })).toMatchObject([{ rate: { count: 1, n: 4 } }]);
    const failed = sampleSummary({ step: 4, rewards: [1], failed: { agent_run_error: 1 }, expected: 4 });
    expect(replayRule([failed], { ...rule, series: "any_failure" })).toMatchObject([{ rate: { count: 1, n: 2 } }]);
  });
});

test.each([
  ["kind:session_lost", true],
  ["kind:", false],
  ["masked", true],
  ["reward", false],
  ["lost_attempts", false],
  ["__proto__", false],
])("%s can be watched: %s", (series, isKnown) => {
  expect(isRuleSeries(series)).toBe(isKnown);
});
