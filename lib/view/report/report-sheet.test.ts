import { expect, test } from "vitest";
import { named, plain, row, strong, sumRow, table, time, withValues } from "./report-parts";
import { toReportSheet } from "./report-sheet";

test("a table's CSV has its numbers in full, under the names of the API", () => {
  const rows = [
    withValues(row("masked", "1,070", "66.9%"), "masked", 1_070, 1_070 / 1_600),
    withValues(sumRow("expected", "1,600", "–"), "expected", 1_600, null),
  ];
  expect(
    toReportSheet(named(table("Outcomes", ["Outcome", "#Count", "#Share"], rows), "outcome", "count", "share")),
  ).toEqual({
    columns: ["outcome", "count", "share"],
    rows: [
      ["masked", 1_070, 0.66875],
      ["expected", 1_600, null],
    ],
  });
});

test("rows of words are those of the page; a moment is its instant", () => {
  const at = Date.UTC(2026, 7, 3, 12, 0, 1);
  const words = row([time(at)], [strong("It began"), plain(": lost")], "");
  expect(toReportSheet(table("Not known", ["When", "What", "Why"], [words]))).toEqual({
    columns: ["When", "What", "Why"],
    rows: [["2026-08-03T12:00:01.000Z", "It began: lost", null]],
  });
});
