import { expect, test } from "vitest";
import { viewTrainer } from "./trainer-view";

const untold = { world: null, baseline: null, normalised: null };
const fits = [
  { world: "as_scored", baseline: "leave_one_out", normalised: true },
  { world: "loss_mask_only", baseline: "leave_one_out", normalised: true },
] as const;

test("nothing told and nothing inferred: as scored, by the group's mean, and called an assumption", () => {
  expect(viewTrainer(untold, { state: "not_told" })).toEqual({
    world: "as_scored",
    worldFrom: "assumed",
    baseline: "mean",
    baselineFrom: "assumed",
    normalised: false,
    normalisedFrom: "assumed",
  });
});

test("where two worlds fit, the estimator that both share is inferred, and the world is not", () => {
  expect(viewTrainer(untold, { state: "ambiguous", because: "several_worlds_fit", fits })).toMatchObject({
    world: "as_scored",
    worldFrom: "assumed",
    baseline: "leave_one_out",
    baselineFrom: "inferred",
    normalised: true,
    normalisedFrom: "inferred",
  });
});

test("what was told goes before what the advantages say", () => {
  const inference = { state: "inferred", world: "as_scored", fits: [fits[0]], agreed: { count: 9, n: 9 } } as const;
  expect(viewTrainer({ ...untold, world: "drop_group", normalised: false }, inference)).toMatchObject({
    world: "drop_group",
    worldFrom: "told",
    baseline: "leave_one_out",
    baselineFrom: "inferred",
    normalised: false,
    normalisedFrom: "told",
  });
});
