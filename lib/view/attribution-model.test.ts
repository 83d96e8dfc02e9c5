import { describe, expect, test } from "vitest";
import { type AttributionTerms, toAttributionModel, toAttributionSheet } from "./attribution-model";

const period = (from: number, to: number, n: number, evidence: number) => ({
  from,
  to,
  steps: to - from + 1,
  n,
  evidence,
});
const terms = (before: number, lost: number, policy: number, mix = 0): AttributionTerms => ({
  change: lost + policy + mix,
  before,
  after: before + lost + policy + mix,
  lost,
  survivors: policy + mix,
  policy,
  mix,
});

function model(attribution: AttributionTerms | null, inPercent = true) {
  return toAttributionModel(
    { before: period(11, 60, 3_200, 3_186), after: period(61, 80, 1_280, 108), attribution },
    inPercent,
  );
}

describe("whose a change of the reward is", () => {
  test("in a sentence: of the 15.1-point drop, 14.1 are lost rollouts, 0.9 the survivors", () => {
    expect(model(terms(0.1545, -0.1412, -0.0094))?.sentence).toBe(
      "Of the 15.1-point drop, 14.1 are lost rollouts, 0.9 the survivors.",
    );
  });

  test("in the rewards' own unit where they do not lie in [0, 1]", () => {
    expect(model(terms(3, -2, -1), false)?.sentence).toBe("Of the drop of 3, 2 are lost rollouts, 1 the survivors.");
  });

  test("with signs where the terms go against each other, and plainly where nothing changed", () => {
    expect(model(terms(0.5, -0.3, 0.1))?.sentence).toBe(
      "Of the 20.0-point drop: lost rollouts −30.0 points, the survivors +10.0 points.",
    );
    expect(model(terms(0.5, 0, 0))?.sentence).toBe("The mean as scored did not change.");
  });

  test("where every reward is evidence, no share is put on survivors of losses that nobody reported", () => {
    const [before, after] = [period(11, 60, 3_200, 3_200), period(61, 80, 1_280, 1_280)];
    expect(toAttributionModel({ before, after, attribution: terms(0.158, 0, -0.154) }, true)?.sentence).toBe(
      "All of the 15.4-point drop is in rewards that count as evidence. No loss was reported: one that nobody reports looks like this too.",
    );
  });

  test("as a waterfall whose bars lead from the one mean to the other", () => {
    const rows = model(terms(0.8, -0.4, -0.2, 0.1))?.rows ?? [];
    expect(rows.map(({ label, value }) => `${label} ${value}`)).toEqual([
      "as scored, before 80%",
      "lost rollouts −40.0",
      "survivors: their own change −20.0",
      "survivors: the environments’ mix +10.0",
      "as scored, now 30%",
    ]);
    const rounded = rows.map(({ bar }) => [bar?.left, bar?.width].map((part) => Number(part?.toFixed(3))));
    expect(rounded).toEqual([
      [0, 1],
      [0.5, 0.5],
      [0.25, 0.25],
      [0.25, 0.125],
      [0, 0.375],
    ]);
  });

  test("with what both means are of", () => {
    expect(model(terms(0.5, -0.3, 0))?.periods).toEqual([
      "From steps 11–60 (50 steps, 3,200 rewards, 3,186 of them evidence)",
      "to steps 61–80 (20 steps, 1,280 rewards, 108 of them evidence).",
    ]);
  });

  test("not at all where a period has no reward", () => {
    expect(model(null)).toBeNull();
  });
});

test("as CSV the terms are in full, between the two means and their steps", () => {
  const told = { before: period(11, 60, 3_200, 3_186), after: period(61, 80, 1_280, 108) };
  const { rows } = toAttributionSheet({ ...told, attribution: terms(0.5, -0.25, -0.125, 0.0625) });
  expect(rows).toEqual([
    ["before", 0.5, 11, 60, 50, 3_200, 3_186],
    ["lost", -0.25, null, null, null, null, null],
    ["policy", -0.125, null, null, null, null, null],
    ["mix", 0.0625, null, null, null, null, null],
    ["after", 0.1875, 61, 80, 20, 1_280, 108],
  ]);
  expect(toAttributionSheet({ ...told, attribution: null }).rows).toEqual([]);
});
