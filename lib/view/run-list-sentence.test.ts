import { expect, test } from "vitest";
import { describeRuns, writeTabTitle } from "./run-list-sentence";
import type { RunRow } from "./run-row";

function row(run: string, change: Partial<RunRow> = {}): RunRow {
  return {
    run,
    title: null,
    project: null,
    tags: [],
    state: "live",
    lastStep: null,
    rollouts: 0,
    createdAt: 0,
    lastSeenAt: null,
    isArchived: false,
    current: null,
    verdict: "ok",
    headline: null,
    openIncidents: 0,
    steadyLoss: null,
    evidence: [],
    lastEvidence: null,
    lost: [],
    rewardEdges: [0, 1],
    rewardInPercent: true,
    ...change,
  };
}

const current = {
  step: 61,
  complete: true,
  received: 64,
  expected: 64,
  masked: { count: 59, n: 64 },
  lost: { count: 59, n: 64 },
  suspected: { count: 0, n: 64 },
  kind: "session_lost",
};

const losing = row("browser-grpo-64", { steadyLoss: 0.92, current });

const few = (count: number, n: number) =>
  row("few", { steadyLoss: count / n, current: { ...current, received: n, expected: n, lost: { count, n } } });

test.each<[string, RunRow[], string]>([
  ["one run", [row("a", { state: "quiet" })], "1 run, none live."],
  ["calm runs", [row("a"), row("b", { state: "finished" })], "2 runs, 1 live. No incident is open."],
  [
    "a run that loses most",
    [losing, row("a")],
    "2 runs, 2 live. browser-grpo-64 loses 92% of its rollouts, 59 of 64 in step 61, most of them as session_lost.",
  ],
  [
    "two that lose",
    [losing, { ...losing, run: "a" }],
    "2 runs, 2 live. browser-grpo-64 loses 92% of its rollouts, 59 of 64 in step 61, most of them as session_lost. 1 more loses 5% or more.",
  ],
  ["one of two, which is no headline", [few(1, 2)], "1 run, 1 live. No incident is open."],
  // Wilson's lower end of 5 of 64 is 3.4%.
  ["five of 64", [few(5, 64)], "1 run, 1 live. No incident is open."],
  [
    "one whose newest step has just begun",
    [row("b", { steadyLoss: 0.92, current: { ...current, complete: false, received: 3, lost: { count: 0, n: 3 } } })],
    "1 run, 1 live. b lost 92% of its rollouts in the step before the one that is filling.",
  ],
  ["one that lost and has ended", [{ ...losing, state: "finished" }], "1 run, none live."],
])("of %s", (_, rows, expected) => {
  expect(
    describeRuns(rows)
      .map(({ text }) => text)
      .join(""),
  ).toBe(expected);
});

const ill = row("browser-grpo-64", {
  verdict: "stop",
  openIncidents: 2,
  headline: {
    id: "1",
    series: "kind:session_lost",
    environment: null,
    onset: 61,
    severity: "critical",
    words: "Critical since step 61: 92% of rollouts come back masked as session_lost, before 0.3%",
  },
});

test.each<[string, RunRow[], string]>([
  [
    "the run that needs someone, in the words of its incident",
    [ill, losing],
    "2 runs, 2 live. browser-grpo-64: Critical since step 61: 92% of rollouts come back masked as session_lost, before 0.3%.",
  ],
  [
    "and how many more do",
    [ill, { ...ill, run: "b", verdict: "watch" }],
    "2 runs, 2 live. browser-grpo-64: Critical since step 61: 92% of rollouts come back masked as session_lost, before 0.3%. 1 more needs someone.",
  ],
  [
    "one that ended ill",
    [{ ...ill, state: "crashed" }],
    "1 run, none live. browser-grpo-64 ended ill: Critical since step 61: 92% of rollouts come back masked as session_lost, before 0.3%.",
  ],
  [
    "one whose collector died",
    [row("a", { verdict: "stop", state: "finished" })],
    "1 run, none live. a ended without a result: its collector died.",
  ],
  [
    "one whose collector looks dead",
    [row("a", { verdict: "watch", state: "live" })],
    "1 run, 1 live. a looks as if its collector had died.",
  ],
  ["one that stalled", [row("a", { verdict: "watch", state: "quiet" })], "1 run, none live. a has stalled."],
  [
    "one that reports no failures is never called well",
    [row("a", { verdict: "blind" })],
    "1 run, 1 live. No incident is open. 1 reports no failures: only zeros are watched there.",
  ],
])("says %s", (_, rows, expected) => {
  const parts = describeRuns(rows);
  expect(parts.map(({ text }) => text).join("")).toBe(expected);
});

test("a kind stands apart from the words around it; a tab says how many are to stop, else to watch", () => {
  expect(describeRuns([ill]).find(({ as }) => as === "kind")?.text).toBe("session_lost");
  expect(writeTabTitle([ill, row("b", { verdict: "watch" })])).toBe("⚠ 1 to stop · Runs · Falsezero");
  expect(writeTabTitle([{ ...ill, state: "finished" }, row("b", { verdict: "watch" })])).toBe(
    "⚠ 1 to watch · Runs · Falsezero",
  );
  expect(writeTabTitle([row("b")])).toBe("Runs · Falsezero");
});
