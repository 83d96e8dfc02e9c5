import { expect, test } from "vitest";
import { describeRuns } from "./run-list-sentence";
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
    current: null,
    steadyLoss: null,
    evidence: [],
    lastEvidence: null,
    lost: [],
    rewardEdges: [0, 1],
    rewardInPercent: true,
    ...change,
  };
}

const losing = row("browser-grpo-64", {
  steadyLoss: 0.92,
  current: {
    step: 61,
    complete: true,
    received: 64,
    expected: 64,
    masked: { count: 59, n: 64 },
    lost: { count: 59, n: 64 },
    kind: "session_lost",
  },
});

test.each<[string, RunRow[], string]>([
  ["one run", [row("a", { state: "quiet" })], "1 run, none live."],
  [
    "calm runs",
    [row("a"), row("b", { state: "finished" })],
    "2 runs, 1 live. None of those loses 5% of its rollouts or more.",
  ],
  [
    "a run that loses most",
    [losing, row("a")],
    "2 runs, 2 live. browser-grpo-64 loses 92% of its rollouts, 59 of 64 in step 61, most of them as session_lost.",
  ],
  [
    "two that lose",
    [losing, row("a", { steadyLoss: 0.05 })],
    "2 runs, 2 live. browser-grpo-64 loses 92% of its rollouts, 59 of 64 in step 61, most of them as session_lost. 1 more loses 5% or more.",
  ],
  ["one that lost and has ended", [{ ...losing, state: "finished" }], "1 run, none live."],
])("of %s", (_, rows, expected) => {
  expect(
    describeRuns(rows)
      .map(({ text }) => text)
      .join(""),
  ).toBe(expected);
});
