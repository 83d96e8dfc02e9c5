import { expect, test } from "vitest";
import { sampleSummary } from "./sample-steps";
import { toCoverageSheet, toEnvironmentSheet, toKindSheet, toRewardSheet } from "./step-sheets";

test("the six outcomes of a step sum to what was expected", () => {
  const { rows } = toCoverageSheet(sampleSummary({ step: 61, rewards: [1, 0], masked: { session_lost: 3 } }));
  expect(rows.slice(0, 2)).toEqual([
    ["scored", 2, 5],
    ["masked", 3, 5],
  ]);
  expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(5);
});

test("kinds stand against outcomes, rollouts without a kind in a row without one", () => {
  const cell = (count: number) => ({ count, counted: null });
  const none = { unscored: cell(0), failed: cell(0), omitted: cell(0) };
  const rows = [
    { kind: "session_lost", total: 3, cells: { scored: cell(1), masked: cell(2), ...none } },
    { kind: null, total: 1, cells: { scored: cell(1), masked: cell(0), ...none } },
  ];
  expect(toKindSheet(rows)).toEqual({
    columns: ["kind", "scored", "masked", "unscored", "failed", "omitted", "count"],
    rows: [
      ["session_lost", 1, 2, 0, 0, 0, 3],
      [null, 1, 0, 0, 0, 0, 1],
    ],
  });
});

test("rewards are those that came back, not the bars of the chart", () => {
  const reward = { reward: 1 / 3, outcome: "scored", degraded: true, suspected: false, count: 4 } as const;
  expect(toRewardSheet([reward]).rows).toEqual([[1 / 3, "scored", true, false, 4]]);
});

test("environments have their outcomes and both means", () => {
  const counts = { scored: 2, masked: 1, unscored: 0, failed: 0, omitted: 0 };
  const totals = { size: 3, counts, evidence: { n: 2, mean: 0.5 }, asScored: { n: 3, mean: 1 / 3 } };
  expect(toEnvironmentSheet([{ environment: "browser", ...totals }]).rows).toEqual([
    ["browser", 3, 2, 1, 0, 0, 0, 2, 0.5, 3, 1 / 3],
  ]);
});
