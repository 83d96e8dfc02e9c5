import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeGroup, toAdvantages, type WorldMember } from "./worlds";

const untold = { onFailed: null, failureReward: 0 } as const;
const scored = (reward: number): WorldMember => ({ outcome: "scored", reward });
const masked = (reward: number): WorldMember => ({ outcome: "masked", reward });

function worldsOf(members: readonly WorldMember[], estimator: Parameters<typeof judgeGroup>[1], rules = untold) {
  const group = judgeGroup(members, estimator, rules);
  if (group.state !== "compared") throw new Error("the group has no worlds");
  return group.worlds;
}

const rounded = (advantages: readonly (number | null)[]) =>
  advantages.map((advantage) => (advantage === null ? null : Number(advantage.toFixed(3))));

describe("rewards 1, 1, 0, 0, the second no evidence", () => {
  const members = [scored(1), masked(1), scored(0), scored(0)];

  test.each([
    { baseline: "mean", normalised: false, ab: [0.5, -0.5, -0.5], c: [0.667, -0.333, -0.333] },
    { baseline: "mean", normalised: true, ab: [0.866, -0.866, -0.866], c: [1.155, -0.577, -0.577] },
    { baseline: "leave_one_out", normalised: false, ab: [0.667, -0.667, -0.667], c: [1, -0.5, -0.5] },
    // By hand: 2/3 ÷ √(1/3), and 1 ÷ √(1/3).
    { baseline: "leave_one_out", normalised: true, ab: [1.155, -1.155, -1.155], c: [1.732, -0.866, -0.866] },
  ] as const)("$baseline, normalised $normalised", ({ baseline, normalised, ab, c }) => {
    const worlds = worldsOf(members, { baseline, normalised });
    expect(rounded(worlds.as_scored)).toEqual([ab[0], ab[0], ab[1], ab[2]]);
    expect(rounded(worlds.loss_mask_only)).toEqual([ab[0], null, ab[1], ab[2]]);
    expect(rounded(worlds.evidence_only)).toEqual([c[0], null, c[1], c[2]]);
    expect(worlds.drop_group).toEqual([null, null, null, null]);
  });
});

describe("one survivor with reward 1 among seven failures scored 0", () => {
  const members = [scored(1), ...Array.from({ length: 7 }, () => masked(0))];

  test.each([
    [false, 0.875],
    [true, 2.475],
  ])("normalised %s: as scored it gets %d, on evidence nothing", (normalised, advantage) => {
    const worlds = worldsOf(members, { baseline: "mean", normalised });
    expect(rounded(worlds.as_scored)[0]).toBe(advantage);
    expect(rounded(worlds.loss_mask_only)).toEqual([advantage, ...Array(7).fill(null)]);
    expect(worlds.evidence_only[0]).toBe(0);
  });
});

describe("no signal is 0", () => {
  test.each([
    ["one voter", [1]],
    ["no spread", [0.3, 0.3, 0.3]],
    ["a spread of rounding", [0.1 + 0.2, 0.3, 0.3]],
    ["large and equal", [1e12, 1e12]],
  ])("%s", (_, votes) => {
    for (const baseline of ["mean", "leave_one_out"] as const) {
      expect(toAdvantages(votes, { baseline, normalised: true })).toEqual(votes.map(() => 0));
    }
  });

  test("while a small spread is a spread", () => {
    expect(rounded(toAdvantages([1e-7, 0, 0], { baseline: "mean", normalised: true }))).toEqual([
      1.155, -0.577, -0.577,
    ]);
  });

  test("nor does a vast one overflow", () => {
    expect(rounded(toAdvantages([1e200, -1e200, -1e200], { baseline: "mean", normalised: true }))).toEqual([
      1.155, -0.577, -0.577,
    ]);
  });

  test("nobody votes, nobody learns", () => {
    expect(toAdvantages([null, null], { baseline: "mean", normalised: true })).toEqual([null, null]);
  });
});

describe("who is a member, who votes", () => {
  const estimator = { baseline: "mean", normalised: false } as const;

  test("a group of one has no worlds, nor one whose others were left out", () => {
    expect(judgeGroup([scored(1)], estimator, untold)).toEqual({ state: "one_member" });
    const omitted: WorldMember = { outcome: "omitted", reward: null };
    expect(judgeGroup([scored(1), omitted, omitted], estimator, untold)).toEqual({ state: "one_member" });
  });

  test("without losses all four agree", () => {
    const worlds = worldsOf([scored(1), scored(0)], estimator);
    for (const advantages of Object.values(worlds)) expect(rounded(advantages)).toEqual([0.5, -0.5]);
  });

  test("a failed rollout votes only where the trainer is said to score failures", () => {
    const members: WorldMember[] = [scored(1), scored(0.5), { outcome: "failed", reward: null }];
    expect(worldsOf(members, estimator).as_scored).toEqual([0.25, -0.25, null]);
    const group = judgeGroup(members, estimator, { onFailed: "zero", failureReward: -1.5 });
    if (group.state !== "compared") throw new Error("the group has no worlds");
    expect(rounded(group.worlds.as_scored)).toEqual([0.5, 0, -0.5]);
    expect(rounded(group.worlds.loss_mask_only)).toEqual([0.5, 0, null]);
  });

  test("an unscored rollout has no vote, and touches its group", () => {
    const members: WorldMember[] = [scored(1), scored(0), { outcome: "unscored", reward: null }];
    const group = judgeGroup(members, estimator, untold);
    expect(group).toMatchObject({ touched: true, worlds: { as_scored: [0.5, -0.5, null] } });
    expect(worldsOf(members, estimator).drop_group).toEqual([null, null, null]);
  });
});

test("advantages of a mean baseline sum to 0, and normalised ones stay below (n − 1) ÷ √n", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 2, maxLength: 16 }),
      fc.boolean(),
      (votes, normalised) => {
        const advantages = toAdvantages(votes, { baseline: "mean", normalised }).map((one) => one ?? Number.NaN);
        const sum = advantages.reduce((total, one) => total + one, 0);
        expect(Math.abs(sum)).toBeLessThan(1e-7);
        const bound = (votes.length - 1) / Math.sqrt(votes.length) + 1e-9;
        if (normalised) for (const one of advantages) expect(Math.abs(one)).toBeLessThanOrEqual(bound);
      },
    ),
  );
});
