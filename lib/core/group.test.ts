import { describe, expect, test } from "vitest";
import { summariseGroups } from "./group";
import type { ToldMember } from "./infer-world";
import type { ScoringRules } from "./scoring-rules";
import type { GroupedMember } from "./summarise-worlds";

type GroupMember = GroupedMember & ToldMember;
const untold: ScoringRules = { onFailed: null, failureReward: 0 };
const blank = { group: "g", environment: null, advantage: null, disposition: null };

function summarise(members: readonly GroupMember[], rules = untold) {
  const { worlds: _, ...summary } = summariseGroups(members, rules);
  return summary;
}

const scored = (reward: number): GroupMember => ({ ...blank, outcome: "scored", reward });
const masked = (reward: number): GroupMember => ({ ...blank, outcome: "masked", reward });
const failed: GroupMember = { ...blank, outcome: "failed", reward: null };

describe("what failures did to a step's groups", () => {
  test("one survivor with reward 1 among seven masked zeros: +0.875 as scored, nothing on evidence", () => {
    const members = [scored(1), ...Array.from({ length: 7 }, () => masked(0))];
    expect(summarise(members)).toEqual({ n: 1, touched: 1, noSignal: 1, advantageShift: 0.875 });
  });

  test("failed rollouts vote only where the run says that they are trained as a reward", () => {
    const members = [scored(1), ...Array.from({ length: 7 }, () => failed)];
    expect(summarise(members).advantageShift).toBe(0);
    expect(summarise(members, { ...untold, onFailed: "zero" }).advantageShift).toBe(0.875);
  });

  test("a group of [1, 1, 0, 0] with the second masked: 0.5 against 0.667, and −0.5 against −0.333", () => {
    const shift = summarise([scored(1), masked(1), scored(0), scored(0)]).advantageShift;
    expect(shift).toBeCloseTo(1 / 6, 12);
  });

  test.each([
    ["an untouched group shifts nothing", [scored(1), scored(0)], { n: 1, touched: 0, noSignal: 0, advantageShift: 0 }],
    ["a group of one has no signal to lose", [scored(1)], { n: 1, touched: 0, noSignal: 0, advantageShift: null }],
    ["equal rewards teach nothing", [scored(1), scored(1)], { n: 1, touched: 0, noSignal: 1, advantageShift: 0 }],
    ["no groups, no summary", [{ ...scored(1), group: null }], { n: 0, touched: 0, noSignal: 0, advantageShift: null }],
  ])("%s", (_, members, expected) => {
    expect(summarise(members)).toEqual(expected);
  });

  test("one prompt in two environments is two groups", () => {
    expect(summarise([scored(1), { ...scored(0), environment: "other" }]).n).toBe(2);
    expect(summarise([scored(1), { ...scored(0), environment: "" }]).n).toBe(2);
  });
});
