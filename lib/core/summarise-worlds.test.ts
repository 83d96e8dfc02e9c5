import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { summariseGroups } from "./group";
import { storedOutcomes } from "./outcome";
import { Random } from "./scenario/random";
import { type GroupedMember, summariseWorlds } from "./summarise-worlds";

const untold = { onFailed: null, failureReward: 0 } as const;
const plain = { baseline: "mean", normalised: false } as const;

function group(name: string, rewards: readonly number[], maskedFrom = rewards.length): GroupedMember[] {
  return rewards.map((reward, at) => ({
    group: name,
    environment: null,
    outcome: at < maskedFrom ? "scored" : "masked",
    reward,
  }));
}

describe("one step", () => {
  test("an untouched group, a touched one and a lone survivor, by hand", () => {
    const step = [
      ...group("a", [1, 0, 0, 0]), // 0.75, −0.25 three times: weight 1.5
      ...group("b", [1, 0, 1, 0], 2), // as scored ±0.5, on evidence ±0.5
      ...group("c", [1, 0, 0, 0, 0, 0, 0, 0], 1), // as scored 0.875 and seven times −0.125; on evidence nothing
    ];
    const { state, touched, worlds } = summariseWorlds(step, plain, untold);
    expect({ state, touched }).toEqual({ state: "compared", touched: { count: 2, n: 3 } });
    expect(worlds.as_scored).toEqual({
      advantageShift: 0.875 / 7,
      touchedWeight: (2 + 1.75) / 5.25,
      noSignal: { count: 0, n: 3 },
    });
    expect(worlds.loss_mask_only).toEqual({
      advantageShift: 0.875 / 7,
      touchedWeight: expect.closeTo((1 + 0.875) / 3.375, 12),
      noSignal: { count: 0, n: 3 },
    });
    expect(worlds.evidence_only).toEqual({ advantageShift: 0, touchedWeight: 1 / 2.5, noSignal: { count: 1, n: 3 } });
    // Two evidence rollouts of b lose their ±0.5; c had none to lose.
    expect(worlds.drop_group).toEqual({ advantageShift: 1 / 7, touchedWeight: 0, noSignal: { count: 2, n: 3 } });
  });

  test("all failed: nothing on evidence, and nothing to take a mean over", () => {
    const { touched, worlds } = summariseWorlds(group("a", [0, 0, 0, 0], 0), plain, untold);
    expect(touched).toEqual({ count: 1, n: 1 });
    expect(worlds.as_scored).toEqual({ advantageShift: null, touchedWeight: null, noSignal: { count: 1, n: 1 } });
  });

  test("says why nothing can be compared", () => {
    expect(summariseWorlds([...group("a", [1]), ...group("b", [0])], plain, untold)).toMatchObject({
      state: "only_one_member_groups",
      oneMemberGroups: 2,
      touched: { count: 0, n: 0 },
    });
    const alone: GroupedMember = { group: null, environment: null, outcome: "scored", reward: 1 };
    expect(summariseWorlds([alone, alone], plain, untold)).toMatchObject({ state: "no_groups", ungrouped: 2 });
    expect(summariseWorlds([], plain, untold).state).toBe("no_groups");
  });

  test("a group is a prompt of one environment", () => {
    const [first, second] = group("7", [1, 0]);
    if (first === undefined || second === undefined) throw new Error("a group of two");
    const step = [
      { ...first, environment: "a" },
      { ...second, environment: "b" },
    ];
    expect(summariseWorlds(step, plain, untold)).toMatchObject({ state: "only_one_member_groups", oneMemberGroups: 2 });
  });
});

const member = fc.record({
  group: fc.option(fc.constantFrom("1", "2", "3")),
  environment: fc.option(fc.constantFrom("a", "b")),
  outcome: fc.constantFrom(...storedOutcomes),
  reward: fc.constantFrom(0, 0.1, 0.2, 0.3, 1, -2.5),
});

test("the order of arrival changes no digit", () => {
  fc.assert(
    fc.property(fc.array(member, { maxLength: 40 }), fc.integer(), fc.boolean(), (members, seed, normalised) => {
      const estimator = { baseline: "leave_one_out", normalised } as const;
      const shuffled = new Random(seed).shuffled(members);
      expect(summariseWorlds(shuffled, estimator, untold)).toEqual(summariseWorlds(members, estimator, untold));
    }),
  );
});

test("agrees with the step summary, which keeps the mean baseline", () => {
  fc.assert(
    fc.property(fc.array(member, { maxLength: 40 }), (members) => {
      const kept = summariseGroups(members);
      const { worlds } = summariseWorlds(members, plain, untold);
      expect(worlds.as_scored.advantageShift === null).toBe(kept.advantageShift === null);
      expect(worlds.as_scored.advantageShift ?? 0).toBeCloseTo(kept.advantageShift ?? 0, 12);
      expect(worlds.evidence_only.noSignal.count).toBe(kept.noSignal);
    }),
  );
});
