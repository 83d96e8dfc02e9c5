import { expect, test } from "vitest";
import { packRunRows, unpackRunRows } from "./packed-run-rows";
import type { RunRow } from "./run-row";

const going: RunRow = {
  run: "grpo-7",
  title: "A “quoted” title",
  project: "p1",
  tags: ["a", "b"],
  state: "live",
  lastStep: 61,
  rollouts: 3904,
  createdAt: 1_700_000_000_000,
  lastSeenAt: 1_700_000_060_000,
  isArchived: false,
  current: {
    step: 61,
    complete: false,
    received: 59,
    expected: 64,
    masked: { count: 54, n: 58 },
    lost: { count: 55, n: 59 },
    suspected: { count: 1, n: 59 },
    kind: "session_lost",
  },
  verdict: "stop",
  headline: null,
  openIncidents: 2,
  steadyLoss: 0.932,
  evidence: [
    [59, 0.5],
    [60, null],
    [61, 0.004],
  ],
  lastEvidence: { step: 61, mean: 0.0041 },
  lost: [
    [59, 0],
    [61, 0.93],
  ],
  rewardEdges: [-1, 1],
  rewardInPercent: true,
};

const silent: RunRow = {
  ...{ run: "new", title: null, project: null, tags: [], state: "stopped", verdict: "blind", headline: null },
  ...{ lastStep: null, rollouts: 0, createdAt: 5, lastSeenAt: null, isArchived: true, current: null },
  ...{ openIncidents: 0, steadyLoss: null, evidence: [], lastEvidence: null, lost: [] },
  ...{ rewardEdges: [0, 1], rewardInPercent: false },
};

test("rows come out as they went in: gaps, steps that were left out, and runs that were never heard of", () => {
  expect(unpackRunRows(packRunRows([going, silent]))).toEqual([going, silent]);
});

test("a step that was left out keeps the numbers of those around it, and consecutive ones carry theirs once", () => {
  const packed = packRunRows([going]);
  expect(packed).toContain("[59,[0.5,null,0.004]]");
  expect(packed).toContain("[[[59,0],[61,0.93]]]");
});
