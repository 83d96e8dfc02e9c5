import { describe, expect, test } from "vitest";
import { type GroupPage, type StepMember, toStepGroups } from "./step-groups";

const untold = { onFailed: null, failureReward: 0 } as const;
const whole: GroupPage = { order: "name", offset: 0, rollouts: 1000 };
let key = 0;

function member(group: string | null, told: Partial<StepMember> = {}): StepMember {
  key++;
  return {
    key,
    id: null,
    group,
    sample: null,
    environment: "a",
    outcome: "scored",
    reward: 0,
    failureKind: null,
    suspected: false,
    advantage: null,
    disposition: null,
    ...told,
  };
}

const masked = { outcome: "masked", reward: 0, failureKind: "session_lost" } as const;

describe("a step's groups", () => {
  test("come in the order that a reader counts in, rollouts without a group last", () => {
    const { groups, total } = toStepGroups([member(null), member("10"), member("9"), member("")], untold, whole);
    expect([groups.map(({ group }) => group), total]).toEqual([["", "9", "10", null], 4]);
  });

  test("or those that lost most first", () => {
    const step = [member("1"), member("1"), member("2"), member("2", masked), member("3", masked)];
    const { groups } = toStepGroups(step, untold, { ...whole, order: "lost" });
    expect(groups.map(({ group }) => group)).toEqual(["3", "2", "1"]);
  });

  test("have members in the order of their samples, and both means", () => {
    const step = [
      member("1", { ...masked, sample: 2 }),
      member("1", { sample: 0, reward: 1 }),
      member("1", { outcome: "failed", reward: null, sample: 1 }),
    ];
    const [group] = toStepGroups(step, untold, whole).groups;
    expect(group?.members.map(({ sample }) => sample)).toEqual([0, 1, 2]);
    expect(group).toMatchObject({
      size: 3,
      counts: { scored: 1, masked: 1, unscored: 0, failed: 1, omitted: 0 },
      evidence: { n: 1, mean: 1 },
      asScored: { n: 2, mean: 0.5 },
    });
    const [trained] = toStepGroups(step, { ...untold, onFailed: "zero" }, whole).groups;
    expect(trained?.asScored).toEqual({ n: 3, mean: 1 / 3 });
  });

  test("are told apart by environment, which is summed too", () => {
    const step = [member("1"), member("1", { environment: null, reward: 1 }), member("2", { environment: null })];
    const { groups, environments, largest } = toStepGroups(step, untold, whole);
    expect([groups.length, largest]).toEqual([3, 1]);
    expect(environments.map(({ environment, size, evidence }) => [environment, size, evidence.mean])).toEqual([
      ["a", 1, 0],
      [null, 2, 0.5],
    ]);
  });

  test("come in pages of so many rollouts, the last group whole", () => {
    const step = ["1", "2", "3"].flatMap((group) => [member(group), member(group), member(group)]);
    const first = toStepGroups(step, untold, { ...whole, rollouts: 4 });
    expect([first.groups.map(({ group }) => group), first.next]).toEqual([["1", "2"], 2]);
    const second = toStepGroups(step, untold, { order: "name", offset: 2, rollouts: 4 });
    expect([second.groups.map(({ group }) => group), second.next, second.total]).toEqual([["3"], null, 3]);
  });
});

test("rewards are counted by value and by what they say", () => {
  const step = [
    member("1"),
    member("1"),
    member("1", { suspected: true }),
    member("1", masked),
    member("1", { failureKind: "x" }),
  ];
  expect(toStepGroups(step, untold, whole).rewards).toEqual([
    { reward: 0, outcome: "scored", degraded: false, suspected: false, count: 2 },
    { reward: 0, outcome: "scored", degraded: false, suspected: true, count: 1 },
    { reward: 0, outcome: "scored", degraded: true, suspected: false, count: 1 },
    { reward: 0, outcome: "masked", degraded: false, suspected: false, count: 1 },
  ]);
});
