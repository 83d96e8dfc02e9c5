import { describe, expect, test } from "vitest";
import { defaultRunSettings } from "@/lib/core/run";
import { emptyStanding } from "@/lib/core/run-incident";
import type { RunListEntry } from "@/lib/core/run-list";
import { type SummarisedRollout, summariseStep } from "@/lib/core/step-summary";
import { toRunRow } from "./run-row";

function rollout(change: Partial<SummarisedRollout>): SummarisedRollout {
  return {
    environment: null,
    group: null,
    outcome: "scored",
    reward: 0,
    rewardComponents: [],
    maskSources: [],
    failureKind: null,
    failureReason: null,
    emptiness: null,
    reportsGeneration: false,
    reportsFailures: false,
    truncated: null,
    disposition: null,
    trainerReward: null,
    policyStep: null,
    advantage: null,
    inputTokens: null,
    outputTokens: null,
    finishedAt: null,
    seenAt: 0,
    attempts: 1,
    lostAttempts: 0,
    ...change,
  };
}

const masked = rollout({ outcome: "masked", maskSources: ["mask_sample"], failureKind: "session_lost" });
const failed = rollout({ outcome: "failed", reward: null, failureKind: "judge_failed" });
const omitted = rollout({ outcome: "omitted", reward: null });

function step(number: number, rollouts: readonly SummarisedRollout[], declared: number, complete = true) {
  return summariseStep(rollouts, {
    split: "train",
    step: number,
    segment: "first",
    environment: null,
    declared,
    complete,
    declaredFinishedAt: null,
    scoring: { onFailed: null, failureReward: 0 },
  });
}

function entry(change: Partial<RunListEntry>): RunListEntry {
  return {
    run: "browser-grpo-64",
    settings: defaultRunSettings,
    state: "live",
    lastStep: 61,
    rollouts: 128,
    createdAt: 0,
    lastSeenAt: 0,
    archivedAt: null,
    version: 0,
    ...emptyStanding,
    recent: [],
    newest: null,
    ...change,
  };
}

describe("toRunRow", () => {
  test("counts masked of completed, and lost of what came back and was not left out on purpose", () => {
    const newest = step(61, [masked, masked, failed, omitted, rollout({ reward: 1 })], 5);
    expect(toRunRow(entry({ newest })).current).toEqual({
      step: 61,
      complete: true,
      received: 5,
      expected: 5,
      masked: { count: 2, n: 3 },
      lost: { count: 3, n: 4 },
      suspected: { count: 0, n: 5 },
      kind: "session_lost",
    });
  });

  test("orders a step that is less than half in by the step before", () => {
    const newest = step(61, [masked], 4, false);
    const recent = [
      { step: 60, evidence: 0.25, lost: 0.125 },
      { step: 61, evidence: null, lost: 1 },
    ];
    expect(toRunRow(entry({ newest, recent })).steadyLoss).toBe(0.125);
    expect(toRunRow(entry({ newest, recent: [] })).steadyLoss).toBe(1);
    expect(toRunRow(entry({ newest: step(61, [masked, masked], 4, false), recent })).steadyLoss).toBe(1);
  });

  test("keeps a step without evidence as a gap, and names the last step that had some", () => {
    const row = toRunRow(
      entry({
        recent: [
          { step: 60, evidence: 0.16666, lost: 0 },
          { step: 61, evidence: null, lost: 1 },
        ],
      }),
    );
    expect(row.evidence).toEqual([
      [60, 0.167],
      [61, null],
    ]);
    expect(row.lastEvidence).toEqual({ step: 60, mean: 0.16666 });
    expect(row.rewardEdges).toEqual([0, 0.167]);
    expect(row.rewardInPercent).toBe(true);
  });

  test("writes rewards outside [0, 1] as they are, with zero in the frame", () => {
    const row = toRunRow(entry({ recent: [{ step: 1, evidence: -0.5, lost: 0 }] }));
    expect(row.rewardEdges).toEqual([-0.5, 0]);
    expect(row.rewardInPercent).toBe(false);
  });

  test("has no present before anything was heard of", () => {
    const row = toRunRow(entry({}));
    expect([row.current, row.steadyLoss, row.lastEvidence]).toEqual([null, null, null]);
    expect(row.rewardEdges).toEqual([0, 1]);
  });
});
