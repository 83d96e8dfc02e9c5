import { describe, expect, test } from "vitest";
import type { IssueEntry, IssueEvent } from "@/lib/core/issues/issue";
import { describeIssue, describeQueue, nameSpan, sayEvent, sayState } from "./issue-words";
import type { PhrasePart } from "./phrase";
import { sampleIssue } from "./sample-issue";

const at = Date.UTC(2026, 7, 14, 12);
const write = (parts: readonly PhrasePart[]) => parts.map(({ text }) => text).join("");
const decided = (state: "acknowledged" | "resolved" | "ignored" | "open", untilRate: number | null = null) => {
  return { state, decision: { state, by: "mira", at, untilRate }, reopened: null } as const;
};
const reopened = { because: "seen_again", run: "a", segment: "s", split: "train", step: 81, at } as const;

test("says what, how many, where and how it stands", () => {
  expect(write(describeIssue(sampleIssue))).toBe(
    "session_lost: 1,172 rollouts in steps 61 to 80 of step-61, 98% of the failures there. Open: nobody has decided about it yet.",
  );
  const [span] = sampleIssue.spans;
  if (span === undefined) throw new Error("the sample has no run");
  const two: IssueEntry = { ...sampleIssue, runs: 2, spans: [{ ...span, run: "newer" }, span] };
  expect(write(describeIssue(two))).toContain("1,172 rollouts in 2 runs, last in steps 61 to 80 of newer");
  expect(write(describeIssue(two))).toContain("98% of the failures of those runs.");
  expect(write(describeIssue({ ...sampleIssue, mergedInto: 7 }))).toBe(
    "session_lost: merged into issue 7, which has its rollouts now.",
  );
  const nowhere: IssueEntry = { ...sampleIssue, count: 0, runs: 0, spans: [], share: { count: 0, n: 0 } };
  expect(write(describeIssue(nowhere))).toMatch(/^session_lost: nothing that counts now/);
});

test.each([
  [{ firstStep: 61, lastStep: 80 }, "steps 61 to 80"],
  [{ firstStep: 1_200, lastStep: 1_200 }, "step 1,200"],
  [{ firstStep: null, lastStep: null }, "outside any step"],
])("names the steps of %j", (span, words) => {
  expect(nameSpan(span)).toBe(words);
});

test.each([
  [decided("acknowledged"), "Acknowledged by mira."],
  [decided("resolved"), "Resolved by mira; it opens by itself when it is seen in a later step or run."],
  [decided("ignored"), "Ignored by mira, whatever happens."],
  [decided("ignored", 0.1), "Ignored by mira until it surely exceeds 10% of a step's rollouts."],
  [decided("open"), "Open again by mira."],
  [{ ...decided("resolved"), reopened }, "Reopened: resolved by mira, seen again in step 81 of a."],
  [
    { ...decided("ignored", 0.1), reopened: { ...reopened, because: "above_rate" as const } },
    "Reopened: ignored by mira, exceeded its rate in step 81 of a.",
  ],
])("says the state of %j", (issue, words) => {
  expect(write(sayState(issue))).toBe(words);
});

describe("the queue", () => {
  const page = (issues: readonly IssueEntry[]) => ({ issues, others: [], next: null, total: issues.length });

  test("is said by what comes first", () => {
    const issues = [sampleIssue, { ...sampleIssue, id: 2, standing: "ongoing" as const }];
    expect(write(describeQueue(page(issues)))).toBe(
      "2 issues: 1 new. First: session_lost, 1,172 rollouts, last in step-61.",
    );
  });

  test("that is empty says so", () => {
    expect(write(describeQueue(page([])))).toBe("No issue waits.");
  });
});

test.each<[Record<string, unknown>, string]>([
  [{ act: "ignore", untilRate: 0.1 }, "ignored it until it exceeds 10% of a step"],
  [{ act: "own", owner: "jo" }, "gave it to jo"],
  [{ act: "own", owner: null }, "took it from its owner"],
  [{ act: "reopened", reopening: reopened }, "Reopened by itself: seen again in step 81 of a"],
  [{ act: "merge", from: 2, to: 1, templates: ["x", "y"] }, "merged 2 templates of issue 2 into it"],
  [{ act: "merge", from: 1, to: 3, templates: ["x"] }, "merged it into issue 3"],
  [{ act: "unmerge", from: 1, to: 2, templates: ["x"] }, "moved 1 template out of it, to issue 2"],
])("tells of %j", (event, words) => {
  expect(write(sayEvent({ at, by: "mira", ...event } as IssueEvent, 1))).toBe(words);
});
