import { expect, test } from "vitest";
import { compareAge, parseRotated } from "./rotation";

test.each([
  ["step_1/x.jsonl.1", "step_1/x.jsonl", false],
  ["x.ndjson.12", "x.ndjson", false],
  ["x.jsonl-20261130", "x.jsonl", false],
  ["x.jsonl.2026-11-30_10-15", "x.jsonl", false],
  ["x.jsonl.2.gz", "x.jsonl", true],
  ["x.jsonl", null, false],
  ["x.jsonl.gz", null, false],
  ["x.json.1", null, false],
  ["x.jsonl.bak", null, false],
  ["x.1.jsonl", null, false],
])("%s was rotated away from %s", (path, base, isPacked) => {
  expect(parseRotated(path)).toEqual(base === null ? null : expect.objectContaining({ base, isPacked }));
});

test("the oldest come first: by number, by date, and else by when they were written to", () => {
  const at = (path: string, modifiedMs = 0) => ({ path, modifiedMs });
  const sorted = (...places: { path: string; modifiedMs: number }[]) => places.sort(compareAge).map(({ path }) => path);
  expect(sorted(at("x.jsonl"), at("x.jsonl.2"), at("x.jsonl.10"), at("x.jsonl.1", 9))).toEqual([
    "x.jsonl.10",
    "x.jsonl.2",
    "x.jsonl.1",
    "x.jsonl",
  ]);
  expect(sorted(at("x.jsonl"), at("x.jsonl-20261102"), at("x.jsonl-20261030", 9))).toEqual([
    "x.jsonl-20261030",
    "x.jsonl-20261102",
    "x.jsonl",
  ]);
  expect(sorted(at("x.jsonl-20261102", 5), at("x.jsonl.1", 4))).toEqual(["x.jsonl.1", "x.jsonl-20261102"]);
});
