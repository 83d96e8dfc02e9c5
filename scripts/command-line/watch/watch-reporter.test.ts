import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FileReport } from "@/lib/importers/file-report";
import type { ImportSource } from "@/lib/importers/import-source";
import { leaveOut } from "@/lib/importers/plan-import";
import { WatchReporter } from "./watch-reporter";

let printed: string[] = [];
beforeEach(() => {
  printed = [];
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 30) });
});
afterEach(() => vi.useRealTimers());

const source: ImportSource = {
  path: "/out/a.jsonl",
  shown: "a\u202e.jsonl",
  size: 1,
  open: () => ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) }),
  read: async () => new Uint8Array(),
};

/** What came of some rows of a file in one pass. */
function pass(inserted: number, warned: number): FileReport {
  const report = new FileReport({ ...leaveOut(source, "none"), recognition: rows }, undefined);
  const warnings = warned === 0 ? [] : [{ code: "echoed", count: warned, message: "words of \u001b[31m a file" }];
  report.rows = inserted;
  report.addReceipt(
    { inserted, updated: 0, duplicates: 0, superseded: 0, rejectedCount: 0, rejected: [], warnings },
    [],
  );
  return report;
}
const rows = {
  role: "rows",
  kind: "rollouts",
  format: "native",
  reading: "lines",
  startReading: () => ({ map: () => ({ rows: [] }), note: () => null }),
} as const;

test("warnings of all passes between two lines are told, and what a terminal obeys is escaped", () => {
  const reporter = new WatchReporter((line) => printed.push(line), false);
  reporter.add(pass(2, 2));
  reporter.add(pass(3, 1));
  reporter.add(pass(1, 0));
  reporter.tell();
  expect(printed).toEqual(['"a\\u202e.jsonl" (rollouts): 6 new', "  note (3): words of \\u001b[31m a file"]);
});

test("another reason why the server takes nothing is told, but not with every try", () => {
  const reporter = new WatchReporter((line) => printed.push(line), true);
  reporter.setAway("no answer");
  reporter.setAway("a token is needed");
  vi.setSystemTime(Date.UTC(2026, 10, 30, 0, 0, 30));
  reporter.setAway("a token is needed");
  reporter.setAway("a token is needed");
  reporter.setAway(null);
  const notes = printed.map((line) => JSON.parse(line).message);
  expect(notes).toEqual([
    expect.stringContaining("takes nothing now: no answer."),
    expect.stringContaining("takes nothing now: a token is needed."),
    "The server answers again.",
  ]);
});
