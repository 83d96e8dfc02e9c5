import { expect, it } from "vitest";
import { NemoGymRow } from "./nemo-gym-row";
import { RolloutRow } from "./rollout-row";

it("takes rows that leave out every field", () => {
  expect(RolloutRow.parse({})).toEqual({});
  expect(NemoGymRow.parse({})).toEqual({});
});

it("takes a reward of any type", () => {
  for (const reward of [0.5, null, "0.5", true, Number.NaN, [1]]) {
    expect(RolloutRow.parse({ reward })).toEqual({ reward });
    expect(NemoGymRow.parse({ reward })).toEqual({ reward });
  }
});

it("refuses a step that no address could name, by its path", () => {
  expect(RolloutRow.safeParse({ step: 1_000_000_000 }).success).toBe(true);
  expect(RolloutRow.safeParse({ step: 1_000_000_001 }).error?.issues[0]?.path).toEqual(["step"]);
});
