import { expect, test } from "vitest";
import { peakOf, toIssueChart, toTrendPoints } from "./issue-chart";
import { sampleIssue } from "./sample-issue";

const { trend } = sampleIssue;
if (trend === null) throw new Error("the sample has no trend");

test("a step is a stepped area as wide as a step, and one that was never heard of is a gap", () => {
  const chart = toIssueChart(trend);
  expect(chart.rows.map(({ x, rate }) => [x, rate])).toEqual([
    [59.5, [0, 0]],
    [60.5, [0, 59 / 64]],
    [61.5, [0, 59 / 64]],
    [61.5, null],
    [62.5, [0, 0.5]],
    [63.5, [0, 0.5]],
  ]);
  expect(chart.readouts[1]).toBe("step 61: 92% (59 of 64)");
  expect(chart.scale.domain).toEqual([0, 1]);
  // As if there were twelve.
  expect(chart.domain).toEqual([59.5, 71.5]);
});

test("a bucket keeps its worst step", () => {
  const point = { from: 60, to: 69, count: 64, n: 640, max: 0.8 };
  const chart = toIssueChart({ ...trend, width: 10, points: [point] });
  expect(chart.rows[0]).toMatchObject({ rate: [0, 0.1], max: [0.1, 0.8] });
  expect(chart.readouts).toEqual(["steps 60 to 69: 10% (64 of 640), at most 80% in one step"]);
  expect(chart.peak).toBe(0.8);
});

test("charts that stand together share a scale", () => {
  expect(toIssueChart(trend, 0.02).scale.domain).toEqual([0, 0.02]);
});

test("a trend shows the worst step of each point", () => {
  expect(toTrendPoints(trend)).toEqual([
    [60, 0],
    [61, 59 / 64],
    [63, 0.5],
  ]);
  expect(peakOf(trend)).toBe(59 / 64);
});
