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
  [
    "calm runs",
    [row("a"), row("b", { state: "finished" })],
    "2 runs, 1 live. None of those surely loses 5% of its rollouts or more.",
  ],
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
  [
    "one of two, which is no headline",
    [few(1, 2)],
    "1 run, 1 live. None of those surely loses 5% of its rollouts or more.",
  ],
  // Wilson's lower end of 5 of 64 is 3.4%.
  ["five of 64", [few(5, 64)], "1 run, 1 live. None of those surely loses 5% of its rollouts or more."],
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
