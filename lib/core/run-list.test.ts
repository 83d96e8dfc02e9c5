import { describe, expect, test } from "vitest";
import { defaultRunSettings } from "./run";
import { emptyStanding } from "./run-incident";
import { cutRunPage, type RunListEntry } from "./run-list";

function makeRun(run: string, lastSeenAt: number | null): RunListEntry {
  return {
    run,
    settings: defaultRunSettings,
    state: "live",
    lastStep: null,
    rollouts: 0,
    createdAt: 50,
    lastSeenAt,
    archivedAt: null,
    version: 0,
    ...emptyStanding,
    recent: [],
    newest: null,
  };
}

// Nothing was heard of "e": it stands where it was made.
const runs = [makeRun("a", 90), makeRun("b", 80), makeRun("c", 80), makeRun("d", 80), makeRun("e", null)];

function cut(list: readonly RunListEntry[], after: Parameters<typeof cutRunPage>[1], limit: number) {
  const { page, next } = cutRunPage(list, after, limit);
  return { page: page.map(({ run }) => run).join(""), next };
}

describe("a list of runs in pages", () => {
  test("each run once, to the end", () => {
    const first = cut(runs, null, 2);
    expect(first).toEqual({ page: "ab", next: { activeAt: 80, run: "b" } });
    const second = cut(runs, first.next, 2);
    expect(second).toEqual({ page: "cd", next: { activeAt: 80, run: "d" } });
    expect(cut(runs, second.next, 2)).toEqual({ page: "e", next: null });
  });

  test("no page behind one that is just full", () => {
    expect(cut(runs, null, 5)).toEqual({ page: "abcde", next: null });
    expect(cut(runs, { activeAt: 50, run: "e" }, 5)).toEqual({ page: "", next: null });
    expect(cut([], null, 5)).toEqual({ page: "", next: null });
  });

  test("a run that moved to the front, or is gone, hides none behind it", () => {
    const moved = [makeRun("b", 95), ...runs.filter(({ run }) => run !== "b")];
    expect(cut(moved, { activeAt: 80, run: "b" }, 9)).toEqual({ page: "cde", next: null });
    const gone = runs.filter(({ run }) => run !== "a");
    expect(cut(gone, { activeAt: 90, run: "a" }, 9)).toEqual({ page: "bcde", next: null });
  });

  test("of runs of one moment, one may come twice rather than not at all", () => {
    const moved = [makeRun("c", 95), ...runs.filter(({ run }) => run !== "c")];
    expect(cut(moved, { activeAt: 80, run: "c" }, 9)).toEqual({ page: "bde", next: null });
  });
});
