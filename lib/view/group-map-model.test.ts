import { describe, expect, test } from "vitest";
import type { World } from "@/lib/core/run";
import { type StepMember, toStepGroups } from "@/lib/core/step-groups";
import { viewTrainer } from "@/lib/core/trainer-view";
import { describeTrainer, type GroupMapInput, toGroupMap } from "./group-map-model";

const rules = { onFailed: null, failureReward: 0 } as const;
const untold = { world: null, baseline: null, normalised: null };

function members(group: string | null, told: readonly Partial<StepMember>[]): StepMember[] {
  return told.map((one, sample) => ({
    key: sample + 1,
    id: null,
    group,
    sample,
    environment: null,
    outcome: "scored",
    reward: 0,
    failureKind: null,
    suspected: false,
    advantage: null,
    disposition: null,
    ...one,
  }));
}

const masked = { outcome: "masked", reward: 0, failureKind: "session_lost" } as const;

function map(step: readonly StepMember[], told: Partial<GroupMapInput> = {}) {
  const { groups, largest } = toStepGroups(step, rules, { order: "name", offset: 0, rollouts: 1000 });
  return toGroupMap({
    groups,
    largest,
    isAll: true,
    groupSize: null,
    unknown: 0,
    rules,
    trainer: viewTrainer(untold, { state: "not_told" }),
    inPercent: true,
    ...told,
  });
}

describe("what a group's survivors learn", () => {
  const known = members("g", [{ reward: 1 }, { ...masked, reward: 1 }, { reward: 0 }, { reward: 0 }]);
  const survivor = members("g", [{ reward: 1 }, ...Array(7).fill(masked)]);
  const inWorld = (world: World, normalised = false) =>
    viewTrainer({ ...untold, world, normalised }, { state: "not_told" });

  test.each([
    ["as_scored", false, known, "teaches", ["−0.5 → −0.3333 (2×)", "+0.5 → +0.6667"]],
    ["loss_mask_only", true, known, "teaches", ["−0.866 → −0.5774 (2×)", "+0.866 → +1.155"]],
    ["evidence_only", false, known, "teaches", []],
    ["drop_group", false, known, "its lesson is dropped", ["none → −0.3333 (2×)", "none → +0.6667"]],
    ["as_scored", false, survivor, "teaches only what was lost", ["+0.875 → 0"]],
    ["as_scored", true, survivor, "teaches only what was lost", ["+2.475 → 0"]],
    ["evidence_only", true, survivor, "teaches nothing", []],
  ] as const)("%s, normalised %s", (world, normalised, step, signal, advantages) => {
    const [row] = map(step, { trainer: inWorld(world, normalised) }).rows;
    expect([row?.signal, row?.advantages]).toEqual([signal, advantages]);
  });

  test("both means stand beside it, with what they are of", () => {
    expect(map(survivor).rows[0]).toMatchObject({
      evidence: "100% (n 1)",
      asScored: "12.5% (n 8)",
      parts: true,
      lost: 7,
      size: 8,
    });
  });

  test("a group of one, one without evidence, and rollouts without a group say why there is nothing", () => {
    const step = [
      ...members("a", [{ reward: 1 }]),
      ...members("b", [masked, masked]),
      ...members(null, [{ reward: 1 }]),
    ];
    expect(map(step).rows.map(({ signal }) => signal)).toEqual([
      "nothing to compare with: one member",
      "no evidence left",
      "not compared: no group",
    ]);
  });
});

test("outcomes are told apart by a letter as well", () => {
  const step = members("g", [
    { reward: 1 },
    { reward: 0 },
    { reward: 0, suspected: true },
    { reward: 0.5, failureKind: "judge_failed" },
    masked,
    { outcome: "failed", reward: null },
    { outcome: "unscored", reward: null },
    { outcome: "omitted", reward: null },
  ]);
  expect(map(step).rows[0]?.cells.map(({ letter }) => letter)).toEqual(["", "0", "?", "D", "M", "F", "U", "–"]);
  expect(map(step).rows[0]?.cells[4]).toMatchObject({
    label: "Sample 4: masked as session_lost",
    appearance: "masked",
  });
});

describe("what is to come", () => {
  const step = [...members("a", [{}, {}, {}]), ...members("b", [{}])];

  test("has places in groups that are short, as far as there is anything to come", () => {
    const { rows, elsewhere } = map(step, { groupSize: 4, unknown: 5 });
    expect([rows.map(({ places }) => places), elsewhere]).toEqual([[1, 3], 1]);
    expect(map(step, { groupSize: 4, unknown: 2 }).rows.map(({ places }) => places)).toEqual([1, 1]);
  });

  test("groups are taken to be as large as the largest where their size is not told", () => {
    expect(map(step, { unknown: 9 }).rows.map(({ places }) => places)).toEqual([0, 2]);
  });

  test("has no place where not all groups are shown: it may belong to those that are not", () => {
    const { rows, elsewhere } = map(step, { groupSize: 4, unknown: 5, isAll: false });
    expect([rows.map(({ places }) => places), elsewhere]).toEqual([[0, 0], 5]);
  });
});

test("the estimator is always named, with how it is known", () => {
  expect(describeTrainer(viewTrainer(untold, { state: "not_told" }))).toBe(
    "World: as scored (every reward votes and is learned from), assumed: not told. Baseline: mean of the group, not normalised, assumed: not told.",
  );
  const told = { world: "drop_group", baseline: "leave_one_out", normalised: null } as const;
  expect(describeTrainer(viewTrainer(told, { state: "not_told" }))).toBe(
    "World: drop the group (one with a loss teaches nothing), told. Baseline: leave one out, not normalised, baseline told, normalisation assumed: not told.",
  );
});
