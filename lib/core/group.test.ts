import { expect, test } from "vitest";
import { type GroupMember, summariseGroups } from "./group";

function member(told: Partial<GroupMember>): GroupMember {
  return { group: "a", environment: null, outcome: "scored", reward: 0, ...told };
}

function times(count: number, told: Partial<GroupMember>): GroupMember[] {
  return Array.from({ length: count }, () => member(told));
}

test("one survivor with reward 1 among seven failures scored 0 is shifted by 0.875", () => {
  // As scored the baseline is 1/8 and the survivor's advantage 7/8; on evidence alone it has no rival, and learns 0.
  const groups = summariseGroups([member({ reward: 1 }), ...times(7, { outcome: "masked" })]);
  expect(groups).toEqual({ n: 1, touched: 1, noSignal: 1, advantageShift: 0.875 });
});

test("a group of four with one masked 1 is shifted by a sixth for each of its evidence", () => {
  // Rewards 1, (1), 0, 0: advantages 0.5, −0.5, −0.5 as scored, and 2/3, −1/3, −1/3 on evidence.
  const { advantageShift, ...counts } = summariseGroups([
    member({ reward: 1 }),
    member({ reward: 1, outcome: "masked" }),
    member({ reward: 0 }),
    member({ reward: 0 }),
  ]);
  expect(counts).toEqual({ n: 1, touched: 1, noSignal: 0 });
  expect(advantageShift).toBeCloseTo(1 / 6, 12);
});

test("an untouched group is not shifted, and one of equal rewards teaches nothing", () => {
  expect(summariseGroups([member({ reward: 1 }), member({ reward: 0 })])).toEqual({
    n: 1,
    touched: 0,
    noSignal: 0,
    advantageShift: 0,
  });
  expect(summariseGroups(times(8, { reward: 1 }))).toEqual({ n: 1, touched: 0, noSignal: 1, advantageShift: 0 });
});

test("failed rollouts touch a group and vote in no world", () => {
  const groups = summariseGroups([
    member({ reward: 1 }),
    member({ reward: 0 }),
    member({ outcome: "failed", reward: 0 }),
    member({ outcome: "unscored", reward: null }),
  ]);
  expect(groups).toEqual({ n: 1, touched: 1, noSignal: 0, advantageShift: 0 });
});

test("omitted rollouts, and rollouts without a group, are in no group", () => {
  expect(summariseGroups([member({ group: null }), member({ outcome: "omitted" })])).toEqual({
    n: 0,
    touched: 0,
    noSignal: 0,
    advantageShift: null,
  });
});

test("groups of one member have no advantage, and are not called without signal", () => {
  expect(summariseGroups([member({ reward: 1 }), member({ group: "b", reward: 0 })])).toEqual({
    n: 2,
    touched: 0,
    noSignal: 0,
    advantageShift: null,
  });
});

test("a prompt in two environments is two groups", () => {
  const groups = summariseGroups([
    member({ environment: "browser", reward: 1 }),
    member({ environment: "browser", reward: 0 }),
    member({ environment: "code", reward: 0.5 }),
    member({ environment: "code", reward: 0.5 }),
  ]);
  expect(groups).toMatchObject({ n: 2, noSignal: 1 });
});

test("a group that was lost whole is touched, teaches nothing, and shifts nobody", () => {
  expect(summariseGroups(times(8, { outcome: "masked", reward: 0 }))).toEqual({
    n: 1,
    touched: 1,
    noSignal: 1,
    advantageShift: null,
  });
});
