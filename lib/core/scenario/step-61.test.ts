import { expect, it } from "vitest";
import { normaliseRow } from "@/lib/wire/normalise";
import { RolloutRow } from "@/lib/wire/rollout-row";
import { RunPatch } from "@/lib/wire/run";
import { summariseStep } from "../step-summary";
import { fixedClock, type ScenarioRow, type ScenarioStep } from "./scenario";
import { reconstructStep61 } from "./step-61";

const withFields = [...reconstructStep61({ failureFields: true }).stepsOf(fixedClock)];
const withoutFields = [...reconstructStep61({ failureFields: false }).stepsOf(fixedClock)];

function rowsOf(steps: readonly ScenarioStep[], from: number, to: number): ScenarioRow[] {
  return steps.filter(({ step }) => step >= from && step <= to).flatMap(({ rows }) => rows.map(({ row }) => row));
}

function meanReward(rows: readonly ScenarioRow[]): number {
  return rows.reduce((sum, row) => sum + (row.reward ?? 0), 0) / rows.length;
}

function groupsOf(rows: readonly ScenarioRow[]): ScenarioRow[][] {
  const groups = new Map<string, ScenarioRow[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return [...groups.values()];
}

function count(rows: readonly ScenarioRow[], kind: string | undefined): number {
  return rows.filter((row) => row.failure_kind === kind).length;
}

const isLost = (row: ScenarioRow) => row.failure_kind === "session_lost";

it("has steps 1 to 80 of 64 rollouts in 8 groups of 8", () => {
  expect(withFields.map(({ step }) => step)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
  for (const { rows } of withFields) {
    const samples = groupsOf(rows.map(({ row }) => row)).map((group) => group.map((row) => row.sample).sort());
    expect(samples).toEqual(Array.from({ length: 8 }, () => [0, 1, 2, 3, 4, 5, 6, 7]));
  }
});

it("loses exactly 1,172 of 1,280 rollouts in steps 61 to 80, and 5 of the other 108 are solved: 0.39%", () => {
  const rows = rowsOf(withFields, 61, 80);
  const through = rows.filter((row) => row.failure_kind === undefined);
  expect(rows).toHaveLength(1_280);
  expect(rows.filter((row) => isLost(row) && row.mask_sample === true && row.reward === 0)).toHaveLength(1_172);
  expect(through).toHaveLength(108);
  expect(through.filter((row) => row.reward === 1)).toHaveLength(5);
  expect(meanReward(rows)).toBe(5 / 1_280);
});

it("loses 58 of 64 in step 61, all groups are touched, and one of them still teaches", () => {
  const rows = rowsOf(withFields, 61, 61);
  expect(rows.filter(isLost)).toHaveLength(58);
  expect(rows.filter((row) => row.reward === 1)).toHaveLength(1);
  const groups = groupsOf(rows);
  expect(groups.filter((group) => group.some(isLost))).toHaveLength(8);
  const evidence = groups.map((group) => group.filter((row) => !isLost(row)).map((row) => row.reward));
  expect(evidence.filter((rewards) => new Set(rewards).size > 1)).toHaveLength(1);
});

it("comes out of the domain as the contract's example of step 61", () => {
  const defaults = { step: null, split: null, segment: null, environment: null };
  const rollouts = rowsOf(withFields, 61, 61).map((row) => {
    const judged = normaliseRow(row, "native", defaults);
    if ("rejection" in judged) throw new Error(judged.rejection.message);
    return { ...judged.rollout, seenAt: 0, attempts: 1, lostAttempts: 0 };
  });
  const summary = summariseStep(rollouts, {
    split: "train",
    step: 61,
    segment: "first",
    environment: null,
    declared: 64,
    complete: true,
    declaredFinishedAt: null,
    scoring: { onFailed: null, failureReward: 0 },
  });
  expect(summary).toMatchObject({ expected: 64, received: 64, scored: 6, masked: 58, unknown: 0, maskFlagged: 58 });
  expect(summary).toMatchObject({ zeroRewards: 5, suspectedFalseZeros: 0, reportsGeneration: 64 });
  expect(summary.reward.asScored).toEqual({ n: 64, mean: 1 / 64 });
  expect(summary.reward.evidence.mean).toBeCloseTo(1 / 6, 10);
  expect(summary.reward.evidence.se).toBeCloseTo(1 / 6, 10);
  expect(summary.groups).toMatchObject({ n: 8, touched: 8, noSignal: 7 });
});

it("has a mean reward of 593 of 3,840 before, 15.44%, and few ordinary failures", () => {
  const rows = rowsOf(withFields, 1, 60);
  expect(meanReward(rows)).toBe(593 / 3_840);
  const kinds = [undefined, "session_lost", "agent_timeout", "judge_unparseable"];
  expect(kinds.map((kind) => count(rows, kind))).toEqual([3_817, 12, 5, 6]);
  // Standard error of 64 rollouts at 15.45% is 4.5 points; prompts differ, which widens it a little.
  const means = withFields.slice(0, 60).map(({ step }) => meanReward(rowsOf(withFields, step, step)));
  expect(Math.max(...means)).toBeLessThan(0.36);
  expect(Math.min(...means)).toBeGreaterThanOrEqual(0.01);
});

it("gives lost rollouts back first, and puts most of them on pool b", () => {
  for (const { rows } of withFields.slice(60)) {
    const lost = rows.filter(({ row }) => isLost(row)).length;
    expect(rows.slice(0, lost).every(({ row }) => isLost(row))).toBe(true);
  }
  const lost = rowsOf(withFields, 61, 80).filter(isLost);
  const share = lost.filter((row) => row.labels.browser_pool === "b").length / lost.length;
  expect(share).toBeGreaterThan(0.95);
});

it("keeps its rewards and loses its names without failure fields", () => {
  const plain = rowsOf(withoutFields, 1, 80);
  expect(plain.map((row) => row.reward)).toEqual(rowsOf(withFields, 1, 80).map((row) => row.reward));
  expect(plain.some((row) => "failure_kind" in row || "failure_reason" in row || "mask_sample" in row)).toBe(false);
  const silent = rowsOf(withoutFields, 61, 80).filter((row) => row.output_tokens === 0);
  expect(silent).toHaveLength(1_172);
  expect(silent.every((row) => row.reward === 0 && row.payload.output.length === 0)).toBe(true);
});

it("is the same run every time, and its rows and settings are what the wire takes", () => {
  const again = [...reconstructStep61({ failureFields: true }).stepsOf(fixedClock)];
  expect(again).toEqual(withFields);
  for (const row of rowsOf(withFields, 59, 62)) expect(RolloutRow.parse(row)).toMatchObject(row);
  for (const failureFields of [true, false]) {
    expect(() => RunPatch.parse(reconstructStep61({ failureFields }).settings)).not.toThrow();
  }
});

it("plays faster without changing how long a rollout took", () => {
  const startAt = Date.UTC(2026, 0, 1);
  const [first, second] = reconstructStep61({ failureFields: true }).stepsOf({ startAt, speed: 60 });
  const row = first?.rows[0];
  expect(Date.parse(row?.row.finished_at ?? "")).toBe(startAt + Math.round(row?.arrivalMs ?? 0));
  expect(row?.arrivalMs).toBeCloseTo((row?.row.duration_ms ?? 0) / 60, 6);
  expect(row?.row.duration_ms).toBe(withFields[0]?.rows[0]?.row.duration_ms);
  expect(second?.startMs).toBe(first?.durationMs);
  expect(() => [...reconstructStep61({ failureFields: true }).stepsOf({ startAt, speed: 0 })]).toThrow(/speed.*0/);
});
