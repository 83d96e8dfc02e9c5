import { expect, test } from "vitest";
import {
  type DrawnFailure,
  type DrawnPart,
  type DrawnStep,
  drawSummaries,
  planSteps,
} from "../scenario/drawn-summaries";
import { judgeRewardEffect, type RewardStepSummary } from "./reward-cause";

const browser: DrawnPart = { environment: "browser", rollouts: 64, groupSize: 8, solvedRate: 0.2 };
const math: DrawnPart = { ...browser, environment: "math", solvedRate: 0.8 };

function draw(from: number, to: number, parts: readonly DrawnPart[]): RewardStepSummary[] {
  const steps = planSteps(from, to, (): Omit<DrawnStep, "step"> => ({ parts }));
  const summaries = drawSummaries(7 * from, steps);
  return steps.flatMap(({ step }) => {
    const ofStep = summaries.filter((summary) => summary.step === step);
    const environments = ofStep.filter(({ environment }) => environment !== null);
    return ofStep.filter(({ environment }) => environment === null).map((whole) => ({ whole, environments }));
  });
}

function lost(effect: DrawnFailure["effect"], rate: number): { failures: DrawnFailure[] } {
  return { failures: [{ kind: null, effect, rate }] };
}

const half = { rollouts: 32 };

test.each([
  ["failures took it", [browser], [{ ...browser, ...lost("masked", 0.6) }], "failures"],
  [
    "suspected false zeros took it, though they are scored",
    [browser],
    [{ ...browser, ...lost("silent", 0.6) }],
    "failures",
  ],
  ["the policy or the verifier", [browser], [{ ...browser, solvedRate: 0.05 }], "policy_or_verifier"],
  [
    "both, which is told as theirs",
    [browser],
    [{ ...browser, solvedRate: 0.05, ...lost("masked", 0.6) }],
    "policy_or_verifier",
  ],
  ["shares that moved", [{ ...browser, rollouts: 8 }, math], [browser, { ...math, rollouts: 8 }], "mix"],
  [
    "an environment that joined",
    [math],
    [
      { ...browser, ...half },
      { ...math, ...half },
    ],
    "mix",
  ],
  [
    "shares did not: both fell",
    [browser, math],
    [
      { ...browser, solvedRate: 0.05 },
      { ...math, solvedRate: 0.5 },
    ],
    "policy_or_verifier",
  ],
  ["hardly any evidence", [browser], [{ ...browser, ...lost("masked", 1) }], "not_measurable"],
  ["every answer alike", [{ ...browser, solvedRate: 0 }], [{ ...browser, solvedRate: 0 }], "no_signal"],
  ["nothing", [browser], [browser], null],
] as const)("%s", (_, before, during, cause) => {
  expect(judgeRewardEffect(draw(1, 50, before), draw(61, 80, during), 0).cause).toBe(cause);
});

test("evidence is pooled before it is called thin: 5 of 108 against 15.45% is a fall", () => {
  const before = draw(1, 50, [{ ...browser, solvedRate: 0.1545 }]);
  const during = draw(61, 80, [{ ...browser, solvedRate: 0.04, ...lost("masked", 1_172 / 1_280) }]);
  const effect = judgeRewardEffect(before, during, 0);
  expect(effect.evidence.during.n).toBeLessThan(110);
  expect(effect).toMatchObject({ cause: "policy_or_verifier", survivorsOnly: true });
});

test("with nothing before, only what can be told of the steps themselves is told", () => {
  expect(judgeRewardEffect([], draw(1, 2, [browser]), 0).cause).toBeNull();
  expect(judgeRewardEffect([], draw(1, 2, [{ ...browser, ...lost("masked", 1) }]), 0).cause).toBe("not_measurable");
});

test("whose the change is adds up, over environments and over rollouts that name none", () => {
  const parts: readonly DrawnPart[] = [
    { ...browser, ...half },
    { ...math, ...half },
    { ...browser, ...half, environment: null },
  ];
  const before = draw(1, 50, parts);
  const during = draw(61, 80, [
    { ...browser, ...half, ...lost("masked", 0.5) },
    { ...math, ...half },
    { ...browser, ...half, environment: null, ...lost("masked", 0.5) },
  ]);
  const { attribution, asScored } = judgeRewardEffect(before, during, 0);
  expect(attribution?.before).toBeCloseTo(asScored.before.mean ?? Number.NaN, 12);
  expect(attribution?.after).toBeCloseTo(asScored.during.mean ?? Number.NaN, 12);
  expect((attribution?.lost ?? 0) + (attribution?.survivors ?? 0)).toBeCloseTo(attribution?.change ?? Number.NaN, 12);
  expect(attribution?.environments.map(({ environment }) => environment).sort()).toEqual(["browser", "math", null]);
  expect(judgeRewardEffect([], during, 0).attribution).toBeNull();
});
