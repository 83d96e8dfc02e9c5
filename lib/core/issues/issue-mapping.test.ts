import { describe, expect, test } from "vitest";
import { applyMoves, inheritIssues, mergeIssues, unmergeFingerprint } from "./issue-mapping";

const mapping = new Map([
  ["f1", "lost"],
  ["f2", "late"],
  ["f3", "late"],
]);

describe("merging", () => {
  test("moves every fingerprint, each with an entry, and can be undone one by one", () => {
    const moves = mergeIssues(mapping, "late", "lost");
    expect(moves).toEqual([
      { act: "merge", fingerprint: "f2", from: "late", to: "lost" },
      { act: "merge", fingerprint: "f3", from: "late", to: "lost" },
    ]);
    const merged = applyMoves(mapping, moves);
    expect([...merged.values()]).toEqual(["lost", "lost", "lost"]);
    const back = unmergeFingerprint(merged, "f3", "late");
    expect(back).toEqual([{ act: "unmerge", fingerprint: "f3", from: "lost", to: "late" }]);
    expect(applyMoves(merged, back).get("f3")).toBe("late");
  });

  test("with itself, or to where it is, moves nothing", () => {
    expect(mergeIssues(mapping, "late", "late")).toEqual([]);
    expect(mergeIssues(mapping, "nowhere", "late")).toEqual([]);
    expect(unmergeFingerprint(mapping, "f1", "lost")).toEqual([]);
  });
});

describe("after a change of rules", () => {
  test("an issue that fell apart stays one, and what grew together goes where most of it was", () => {
    const moves = inheritIssues(mapping, [
      { before: "f1", after: "g1", count: 3 },
      { before: "f1", after: "g2", count: 5 },
      { before: "f2", after: "g2", count: 4 },
      { before: "f3", after: "g2", count: 4 },
      { before: "unknown", after: "g3", count: 9 },
    ]);
    expect(moves).toEqual([
      { act: "inherit", fingerprint: "g1", from: null, to: "lost" },
      { act: "inherit", fingerprint: "g2", from: null, to: "late" },
    ]);
  });

  test("never moves what a person has placed, and ties go by name", () => {
    expect(inheritIssues(mapping, [{ before: "f1", after: "f2", count: 100 }])).toEqual([]);
    const tied = [
      { before: "f1", after: "g", count: 2 },
      { before: "f2", after: "g", count: 2 },
    ];
    expect(inheritIssues(mapping, tied)).toEqual(inheritIssues(mapping, [...tied].reverse()));
    expect(inheritIssues(mapping, tied)[0]?.to).toBe("late");
  });
});
