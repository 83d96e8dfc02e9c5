import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attributeReward, type ScoreTotals, totalScores } from "./attribution";
import { reconstructStep61 } from "./scenario/step-61";

function totals(
  environment: string | null,
  evidence: [n: number, sum: number],
  lost: [n: number, sum: number] = [0, 0],
) {
  return {
    environment,
    evidence: { n: evidence[0], sum: evidence[1] },
    lost: { n: lost[0], sum: lost[1] },
  };
}

const points = (change: number | undefined) => Number(((change ?? Number.NaN) * 100).toFixed(1));

describe("of the 15.1-point drop, 14.1 are lost rollouts, 0.9 the survivors", () => {
  test("from the counts: 593 of 3,840 solved, 17 lost; then 5 of 1,280, 1,172 lost", () => {
    const drop = attributeReward([totals("a", [3_823, 593], [17, 0])], [totals("a", [108, 5], [1_172, 0])]);
    expect([drop?.change, drop?.lost, drop?.survivors].map(points)).toEqual([-15.1, -14.1, -0.9]);
    expect([drop?.policy, drop?.mix, drop?.lostMean].map(points)).toEqual([-0.9, 0, 0]);
  });

  test("from the demo's rows", () => {
    const scenario = reconstructStep61({ failureFields: true });
    const period = (isIn: (step: number) => boolean) => {
      const sums = { evidence: { n: 0, sum: 0 }, lost: { n: 0, sum: 0 } };
      for (const { step, rows } of scenario.stepsOf({ startAt: 0, speed: 1 })) {
        if (!isIn(step)) continue;
        for (const { row } of rows) {
          const sum = row.mask_sample === true ? sums.lost : sums.evidence;
          sum.n++;
          sum.sum += Number(row.reward);
        }
      }
      return [{ environment: "browser_agent", ...sums }];
    };
    const drop = attributeReward(
      period((step) => step < 61),
      period((step) => step >= 61),
    );
    expect([drop?.change, drop?.lost, drop?.survivors].map(points)).toEqual([-15.1, -14.1, -0.9]);
  });
});

describe("by hand", () => {
  test("only losses: half of the rollouts at 0 take half of the mean", () => {
    expect(attributeReward([totals("a", [10, 5])], [totals("a", [5, 2.5], [5, 0])])).toMatchObject({
      change: -0.25,
      lost: -0.25,
      survivors: 0,
    });
  });

  test("only the policy: 0.5 to 0.2 in one environment that is half of the evidence", () => {
    const before = [totals("a", [10, 5]), totals("b", [10, 5])];
    const after = [totals("a", [10, 2]), totals("b", [10, 5])];
    const drop = attributeReward(before, after);
    expect(drop?.policy).toBeCloseTo(-0.15, 12);
    expect([drop?.mix, drop?.lost].map(points)).toEqual([0, 0]);
    expect(drop?.environments[0]).toEqual({ environment: "a", policy: expect.closeTo(-0.15, 12), mix: 0 });
  });

  test("only the mix: the hard environment goes from a half to nine tenths", () => {
    const drop = attributeReward(
      [totals("easy", [10, 8]), totals("hard", [10, 2])],
      [totals("easy", [2, 1.6]), totals("hard", [18, 3.6])],
    );
    // 0.5 → 0.26: each environment's share moved by 0.4, 0.3 away from the mean.
    expect(drop?.mix).toBeCloseTo(-0.24, 12);
    expect(drop?.policy).toBeCloseTo(0, 12);
    expect(drop?.environments.map(({ mix }) => points(mix))).toEqual([-12, -12]);
  });

  test("an environment that comes or goes is mix, not policy", () => {
    const drop = attributeReward([totals("a", [10, 5])], [totals("a", [10, 5]), totals("new", [10, 0])]);
    expect([drop?.mix, drop?.policy].map(points)).toEqual([-25, 0]);
  });

  test("lost rollouts that were scored otherwise: a placeholder of −1 where it was 0", () => {
    const drop = attributeReward([totals("a", [5, 5], [5, 0])], [totals("a", [5, 5], [5, -5])]);
    expect(drop).toMatchObject({ change: -0.5, lost: -0.5, lostMean: -0.5, lostShare: 0, survivors: 0 });
  });

  test("nothing survived: all of it is lost rollouts, as the survivors' mean stays what it was", () => {
    expect(attributeReward([totals("a", [10, 5])], [totals("a", [0, 0], [10, 0])])).toMatchObject({
      change: -0.5,
      lost: -0.5,
      survivors: 0,
      environments: [],
    });
  });

  test("a period without any reward has no change", () => {
    expect(attributeReward([], [totals("a", [1, 1])])).toBeNull();
    expect(attributeReward([totals("a", [1, 1])], [totals("a", [0, 0])])).toBeNull();
  });
});

test("totals come from summaries of steps and environments", () => {
  const mean = (n: number, value: number | null) => ({ n, mean: value });
  expect(
    totalScores([
      { environment: "a", reward: { evidence: mean(6, 0.5), asScored: mean(8, 0.25) } },
      { environment: "b", reward: { evidence: mean(0, null), asScored: mean(0, null) } },
      { environment: "a", reward: { evidence: mean(4, 1), asScored: mean(4, 1) } },
    ]),
  ).toEqual([
    { environment: "a", evidence: { n: 10, sum: 7 }, lost: { n: 2, sum: -1 } },
    { environment: "b", evidence: { n: 0, sum: 0 }, lost: { n: 0, sum: 0 } },
  ]);
});

const rewards = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { maxLength: 6 });
const sum = rewards.map((values) => ({ n: values.length, sum: values.reduce((total, value) => total + value, 0) }));
const environment = fc.record({ environment: fc.option(fc.constantFrom("a", "b", "c")), evidence: sum, lost: sum });
const period: fc.Arbitrary<ScoreTotals[]> = fc.array(environment, { maxLength: 5 });

test("whatever happened, the terms sum to the change", () => {
  fc.assert(
    fc.property(period, period, (before, after) => {
      const found = attributeReward(before, after);
      if (found === null) return;
      const { change, lostShare, lostMean, policy, mix, lost, survivors, environments } = found;
      expect(lostShare + lostMean + policy + mix).toBeCloseTo(change, 9);
      expect(lost + survivors).toBeCloseTo(change, 9);
      expect(found.after - found.before).toBe(change);
      expect(environments.reduce((total, term) => total + term.policy + term.mix, 0)).toBeCloseTo(survivors, 9);
    }),
    { numRuns: 500 },
  );
});
