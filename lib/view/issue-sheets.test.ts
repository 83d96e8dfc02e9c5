import { expect, test } from "vitest";
import { toIssueDifferenceSheet, toIssueSeriesSheet, toIssueSpanSheet, writeIssueCaption } from "./issue-sheets";
import { sampleIssue } from "./sample-issue";

const { trend, spans } = sampleIssue;
if (trend === null) throw new Error("the sample has no trend");

test("what the charts draw, run by run", () => {
  expect(toIssueSeriesSheet([trend])).toEqual({
    columns: ["run", "split", "from", "to", "count", "n", "max"],
    rows: [
      ["step-61", "train", 60, 60, 0, 64, 0],
      ["step-61", "train", 61, 61, 59, 64, 59 / 64],
      ["step-61", "train", 63, 63, 32, 64, 0.5],
    ],
  });
});

test("runs with the steps that it was seen in, and of how many failures", () => {
  expect(toIssueSpanSheet(spans).rows).toEqual([["step-61", 61, 80, 1_172, 1_190, "2026-03-04T18:02:00.000Z"]]);
});

test("what is different: counts of a category, medians of a number, p in full", () => {
  const judged = { p: 0.000_25, correctedP: 0.001, separates: true };
  const top = { value: "b", failing: { count: 40, n: 40 }, others: { count: 10, n: 20 }, difference: 0.5 };
  const cause = { attribute: "label.pool", role: "context", top, values: [top], distinct: 2, test: "g" } as const;
  const histograms = { edges: [], failing: [], others: [], scale: "linear" } as const;
  const turns = {
    attribute: "turns",
    role: "symptom",
    failing: { n: 40, median: 0 },
    others: { n: 20, median: 6.5 },
  } as const;
  const range = { from: 61, to: 80 };
  const { columns, rows } = toIssueDifferenceSheet({
    ...{ run: "a", range, against: range, baseline: "range", isWhole: true, failing: 40, others: 20 },
    ...{ verdict: "separates", symptoms: [] },
    causes: [{ ...cause, ...judged }],
    numbers: [{ ...turns, ...judged, histograms, d: 0.75 }],
    sharedSessions: { sessions: [], total: 0, failing: { count: 0, n: 0 }, others: { count: 0, n: 0 } },
  });
  for (const row of rows) expect(row).toHaveLength(columns.length);
  expect(rows).toEqual([
    ["context", "label.pool", "b", 40, 40, null, 10, 20, null, "g", null, 0.000_25, 0.001, true],
    ["symptom", "turns", null, null, 40, 0, null, 20, 6.5, "ks", 0.75, 0.000_25, 0.001, true],
  ]);
});

test("a chart that left the page says of which issue it is and of which run", () => {
  const address = "http://127.0.0.1:6161/issues/1";
  expect(writeIssueCaption(sampleIssue, trend, address, Date.UTC(2026, 7, 3, 12))).toEqual([
    "issue 1 · session_lost · reset: no session in <duration>",
    "step-61 · steps 60–63",
    expect.stringMatching(/^saved 2026-08-03 12:00:00/),
    address,
  ]);
});
