import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storedOutcomes } from "./outcome";
import { worlds } from "./run";
import { Random } from "./scenario/random";
import {
  addWorldSums,
  type GroupedMember,
  gatherGroups,
  noWorldSums,
  readWorlds,
  shortenSums,
  summariseWorlds,
  type WorldSums,
} from "./summarise-worlds";
import { estimators, judgeGroup } from "./worlds";

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

const sumsOf = (members: readonly GroupedMember[]) => shortenSums(summariseWorlds(gatherGroups(members), untold));
const worldsOf = (members: readonly GroupedMember[]) => readWorlds(sumsOf(members), plain);

describe("one step", () => {
  test("an untouched group, a touched one and a lone survivor, by hand", () => {
    const step = [
      ...group("a", [1, 0, 0, 0]), // 0.75, −0.25 three times: weight 1.5
      ...group("b", [1, 0, 1, 0], 2), // as scored ±0.5, on evidence ±0.5
      ...group("c", [1, 0, 0, 0, 0, 0, 0, 0], 1), // as scored 0.875 and seven times −0.125; on evidence nothing
    ];
    expect(sumsOf(step)).toMatchObject({ groups: 3, touched: 2, evidence: 7 });
    const worlds = worldsOf(step);
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

  test("rewards 1, 1, 0, 0, the second no evidence: what the three that are moved by, in each estimator", () => {
    const step: GroupedMember[] = [1, 1, 0, 0].map((reward, at) => ({
      group: "g",
      environment: null,
      outcome: at === 1 ? "masked" : "scored",
      reward,
    }));
    const shifts = estimators.map((estimator) => readWorlds(sumsOf(step), estimator).as_scored.advantageShift);
    // |0.5 − 0.667|; (0.289 + 2 · 0.289) ÷ 3; |0.667 − 1|, |−0.667 + 0.5| twice; and those over √(1/3).
    expect(shifts.map((shift) => Number(shift?.toFixed(3)))).toEqual([0.167, 0.289, 0.222, 0.385]);
  });

  test("one survivor among seven failures: moved by 0.875, normalised by 2.475, and not at all on evidence", () => {
    const step = group("g", [1, 0, 0, 0, 0, 0, 0, 0], 1);
    const read = (normalised: boolean) => readWorlds(sumsOf(step), { baseline: "mean", normalised });
    expect(read(false).as_scored.advantageShift).toBe(0.875);
    expect(read(true).as_scored.advantageShift).toBeCloseTo(2.475, 3);
    expect(read(true).evidence_only).toEqual({ advantageShift: 0, touchedWeight: null, noSignal: { count: 1, n: 1 } });
  });

  test("all failed: nothing on evidence, and nothing to take a mean over", () => {
    const step = group("a", [0, 0, 0, 0], 0);
    expect(sumsOf(step)).toMatchObject({ groups: 1, touched: 1, evidence: 0 });
    expect(worldsOf(step).as_scored).toEqual({
      advantageShift: null,
      touchedWeight: null,
      noSignal: { count: 1, n: 1 },
    });
  });

  test("groups of one, rollouts without a group and no rollouts at all have no worlds", () => {
    const alone: GroupedMember = { group: null, environment: null, outcome: "scored", reward: 1 };
    for (const step of [[...group("a", [1]), ...group("b", [0])], [alone, alone], []]) {
      expect(sumsOf(step)).toEqual(noWorldSums);
    }
  });

  test("a group is a prompt of one environment", () => {
    const [first, second] = group("7", [1, 0]);
    if (first === undefined || second === undefined) throw new Error("a group of two");
    const step = [
      { ...first, environment: "a" },
      { ...second, environment: "b" },
    ];
    expect(sumsOf(step).groups).toBe(0);
  });

  test("without losses its sums are few, and the same in all worlds", () => {
    const step = group("a", [1, 0, 0, 0]);
    expect(sumsOf(step)).toEqual({
      groups: 1,
      touched: 0,
      evidence: 4,
      silent: [0],
      untouched: [1.5, 3, 2, 4],
      effects: null,
    });
    expect(new Set(Object.values(worldsOf(step)).map((world) => JSON.stringify(world))).size).toBe(1);
  });
});

const member = fc.record({
  group: fc.option(fc.constantFrom("1", "2", "3")),
  environment: fc.option(fc.constantFrom("a", "b")),
  outcome: fc.constantFrom(...storedOutcomes),
  reward: fc.constantFrom(0, 0.1, 0.2, 0.3, 1, -2.5),
});
const stepRollouts = fc.array(member, { maxLength: 40 });

test("the order of arrival changes no digit", () => {
  fc.assert(
    fc.property(stepRollouts, fc.integer(), (members, seed) => {
      expect(sumsOf(new Random(seed).shuffled(members))).toEqual(sumsOf(members));
    }),
  );
});

test("every world by every estimator is what its groups' advantages come to", () => {
  fc.assert(
    fc.property(
      stepRollouts,
      fc.constantFrom(...estimators),
      fc.constantFrom(...worlds),
      (members, estimator, world) => {
        const judged = gatherGroups(members).map((group) => judgeGroup(group, estimator, untold));
        let [shift, evidence, weight, touched, silent] = [0, 0, 0, 0, 0];
        for (const group of judged) {
          if (group.state === "one_member") continue;
          const own = group.worlds[world];
          const size = own.reduce<number>((sum, one) => sum + Math.abs(one ?? 0), 0);
          weight += size;
          if (group.touched) touched += size;
          if (size === 0) silent++;
          group.worlds.evidence_only.forEach((one, at) => {
            if (one === null) return;
            evidence++;
            shift += Math.abs((own[at] ?? 0) - one);
          });
        }
        const read = readWorlds(sumsOf(members), estimator)[world];
        expect(read.noSignal.count).toBe(silent);
        expect(read.advantageShift ?? 0).toBeCloseTo(evidence === 0 ? 0 : shift / evidence, 4);
        expect(read.touchedWeight ?? 0).toBeCloseTo(weight === 0 ? 0 : touched / weight, 4);
      },
    ),
  );
});

test("steps add up: two of them are as one with other groups", () => {
  fc.assert(
    fc.property(stepRollouts, stepRollouts, (first, second) => {
      const apart = second.map((one) => ({ ...one, environment: `${one.environment} of the second` }));
      const added: WorldSums = addWorldSums(sumsOf(first), sumsOf(apart));
      const whole = sumsOf([...first, ...apart]);
      expect(added).toMatchObject({ groups: whole.groups, touched: whole.touched, evidence: whole.evidence });
      for (const estimator of estimators) {
        const [a, b] = [readWorlds(added, estimator), readWorlds(whole, estimator)];
        for (const world of worlds) {
          expect(a[world].noSignal).toEqual(b[world].noSignal);
          expect(a[world].advantageShift ?? 0).toBeCloseTo(b[world].advantageShift ?? 0, 4);
        }
      }
    }),
  );
});
