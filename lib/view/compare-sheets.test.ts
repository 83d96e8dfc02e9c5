import { expect, test } from "vitest";
import { compareRuns } from "@/lib/core/compare/compare-runs";
import type { CompareRequest } from "@/lib/core/compare/comparison";
import { nameComparison, writeCompareCaption } from "./compare-caption";
import { toCompareCharts } from "./compare-charts";
import {
  toComparedIssueSheet,
  toComparedLabelSheet,
  toComparedRunSheet,
  toComparedSettingSheet,
  toComparePointSheet,
  toDifferenceSheet,
} from "./compare-sheets";
import { sampleRun, sampleSteps } from "./sample-comparison";

const asked: CompareRequest = { baseline: "good", alignment: "step", at: null, range: "common", resolution: 500 };
// A third is lost in each step of the one, nothing in the other.
const bad = sampleRun("bad", sampleSteps(3, 4, { rewards: [1, 0], masked: { session_lost: 1 } }));
const good = sampleRun("good", sampleSteps(3, 4, { rewards: [1, 1, 1] }));
const comparison = compareRuns([bad, good], asked);

/** A sheet as objects. */
function read({
  columns,
  rows,
}: {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}) {
  for (const row of rows) expect(row).toHaveLength(columns.length);
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
}

test("the runs, with the steps of each that are counted", () => {
  expect(read(toComparedRunSheet(comparison))).toMatchObject([
    { run: "bad", baseline: false, "counted.from": 3, "counted.to": 4, "counted.steps": 2, received: 6 },
    { run: "good", baseline: true, origin: 0, received: 6, incident: null },
  ]);
});

test("what a chart draws is a row for each run at each place, in numbers that are not rounded", () => {
  const { rows } = toCompareCharts(comparison, null);
  expect(read(toComparePointSheet("lost", comparison.runs, rows))).toMatchObject([
    { run: "bad", from: 3, to: 3, "step.from": 3, count: 1, n: 3 },
    { run: "good", from: 3, count: 0, n: 3 },
    { run: "bad", from: 4, count: 1 },
    { run: "good", from: 4, count: 0 },
  ]);
  expect(read(toComparePointSheet("reward", comparison.runs, rows))[0]).toMatchObject({
    "evidence.n": 2,
    "evidence.mean": 0.5,
    "as_scored.n": 3,
    "as_scored.mean": 1 / 3,
  });
});

test("by onset a place is counted from it, and the run's own steps stand beside it", () => {
  const late = compareRuns([bad], { ...asked, alignment: "onset", at: 4 });
  const { rows } = toCompareCharts(late, null);
  expect(read(toComparePointSheet("masked", late.runs, rows)).map((row) => [row["from"], row["step.from"]])).toEqual([
    [-1, 3],
    [0, 4],
  ]);
});

test("each measure of each run with both its numbers, and how far it is from the baseline", () => {
  const rows = read(toDifferenceSheet(comparison));
  const of = (measure: string, run: string) => rows.find((row) => row["measure"] === measure && row["run"] === run);
  expect(of("lost", "bad")).toMatchObject({ value: 1 / 3, count: 2, n: 6, difference: 1 / 3 });
  expect(of("lost", "good")).toMatchObject({ value: 0, count: 0, n: 6, difference: null, apart: false });
  expect(of("evidence", "bad")).toMatchObject({ value: 0.5, count: null, n: 4 });
  expect(of("kind:session_lost", "bad")).toMatchObject({ count: 2, n: 6 });
});

test("issues, settings and labels have columns of each run, named after it", () => {
  const issue = { issue: 7, kind: "session_lost", template: "gone", state: "open", presence: "new" } as const;
  const issues = { issues: [{ ...issue, counts: [2, null] }], others: { new: 0, gone: 0, shared: 0 } };
  expect(read(toComparedIssueSheet(comparison.runs, issues))).toEqual([
    { ...issue, "count.bad": 2, "count.good": null },
  ]);
  const settings = { settings: [{ path: "config.lr", values: ["0.001", null] }], others: 0, alike: 3 };
  expect(read(toComparedSettingSheet(comparison.runs, settings))).toEqual([
    { setting: "config.lr", "value.bad": "0.001", "value.good": null },
  ]);
  const label = { name: "pool", value: "b", shares: [{ count: 4, n: 6 }, null], gap: 1 };
  expect(read(toComparedLabelSheet(comparison.runs, { labels: [label], others: 0 }))).toEqual([
    { label: "pool", value: "b", "count.bad": 4, "n.bad": 6, "count.good": null, "n.good": null },
  ]);
});

test("a file of a comparison is named after its runs, the baseline first; its caption says the rest", () => {
  expect(nameComparison(comparison)).toEqual(["compare", "good", "bad"]);
  const many = compareRuns(
    ["a".repeat(40), "b", "c", "d", "e"].map((name) => sampleRun(name, sampleSteps(1, 2, { rewards: [1] }))),
    asked,
  );
  expect(nameComparison(many)).toEqual(["compare", "a".repeat(24), "b", "c", "and 2 more"]);
  const { rows } = toCompareCharts(comparison, null);
  const view = { environment: "browser", split: "train", labels: [] } as const;
  const address = "http://127.0.0.1:6161/compare?runs=bad,good";
  expect(writeCompareCaption({ comparison, view, rows, revision: "3.7" }, address, Date.UTC(2026, 7, 3, 12))).toEqual([
    "bad · good, the baseline",
    "steps 3–4 · environment browser",
    expect.stringMatching(/^revision 3\.7 · saved 2026-08-03 12:00:00/),
    address,
  ]);
});
