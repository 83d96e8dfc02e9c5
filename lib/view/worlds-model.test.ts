import { describe, expect, test } from "vitest";
import type { StepBucket } from "@/lib/core/series";
import { viewTrainer } from "@/lib/core/trainer-view";
import { sampleBuckets } from "./sample-steps";
import { layOutSteps } from "./step-axis";
import { listTrainerChoices, nameTrainer, toTrainerPatch, toWorldsModel } from "./worlds-model";

const settings = { world: null, baseline: null, normalised: null };

function buckets(learning: readonly Partial<StepBucket["learning"]>[]): StepBucket[] {
  return sampleBuckets(learning.map((_, index) => ({ step: index + 1, rewards: [1] }))).map((bucket, index) => ({
    ...bucket,
    learning: { ...bucket.learning, prompts: 8, groups: 8, ...learning[index] },
  }));
}

function model(shown: readonly StepBucket[]) {
  return toWorldsModel(layOutSteps(shown, 1, null), shown);
}

describe("the panel of what failures did to learning", () => {
  const lost = { touched: 8, noSignal: 7, advantageShift: 0.104 };

  test("draws shares of groups, and the shift on a scale of its own", () => {
    const { rows, scale, shiftTop, emptyText } = model(buckets([{ advantageShift: 0 }, lost]));
    expect(rows[0]).toMatchObject({ x: 0.5, touched: 0, no_signal: 0, shift: 0 });
    expect(rows[1]).toMatchObject({ x: 1.5, touched: 1, no_signal: 0.875, shift: expect.closeTo(0.52, 12) });
    expect([scale.domain, shiftTop, emptyText]).toEqual([[0, 1], 0.2, null]);
  });

  test("labels the newest values, with what they are of", () => {
    expect(model(buckets([lost])).labels.map(({ name, value, detail }) => `${name} ${value} ${detail}`)).toEqual([
      "groups with losses 100% of 8",
      "teach nothing 88% of 8",
      "advantage shift 0.104 scale to 0.2",
    ]);
  });

  test("a step without groups is a gap, and its label is that of the last one with", () => {
    const none = { prompts: 0, groups: 0, touched: 0, noSignal: 0, advantageShift: null };
    const { rows, labels } = model(buckets([lost, none]));
    expect(rows[rows.length - 1]).toMatchObject({ touched: null, no_signal: null, shift: null });
    expect(labels[0]?.value).toBe("–, last 100% at step 1");
  });

  test("says why there is nothing", () => {
    expect(model([]).emptyText).toBe("No steps yet");
    expect(model(buckets([{ prompts: 4, groups: 0 }])).emptyText).toMatch(/^Every group has one member/);
    expect(model(buckets([{ prompts: 0, groups: 0 }])).emptyText).toMatch(/^These rollouts name no group/);
  });
});

describe("what is said of the trainer", () => {
  test("names what is assumed as such", () => {
    expect(nameTrainer(viewTrainer(settings, { state: "not_told" }))).toBe(
      "as scored (assumed) · mean (assumed), not normalised (assumed)",
    );
    const told = { world: "drop_group", baseline: "leave_one_out", normalised: true } as const;
    expect(nameTrainer(viewTrainer(told, { state: "not_told" }))).toBe("drop the group · leave one out, normalised");
  });

  test("can be told, one by one, and taken back", () => {
    expect(listTrainerChoices(settings).map(({ name, value }) => [name, value])).toEqual([
      ["world", ""],
      ["baseline", ""],
      ["normalised", ""],
    ]);
    expect(listTrainerChoices({ ...settings, normalised: false })[2]?.value).toBe("false");
    expect(toTrainerPatch("normalised", "true")).toEqual({ normalised: true });
    expect(toTrainerPatch("world", "drop_group")).toEqual({ world: "drop_group" });
    expect(toTrainerPatch("baseline", "")).toEqual({ baseline: null });
  });
});
