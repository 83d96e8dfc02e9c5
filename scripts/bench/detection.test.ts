import { describe, expect, test } from "vitest";
import { indices } from "@/lib/core/scenario/random";
import { countFalseAlarms, healthyRates, healthyRollouts, measureShifts, type ShiftPlan } from "./detection";

const seeds = indices(40).map((seed) => seed + 1);

function atMost(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(part * values.length) - 1] ?? Number.NaN;
}

/** The figures of the benchmark's tables, held by 40 runs a row; with as few, what is rare stays unseen. */
describe("a shift in steps 61 to 80", () => {
  test.each<[string, ShiftPlan, { exact: number; delay: number; needed: number }]>([
    ["the incident", { before: 0.005, during: 0.916, rollouts: 64 }, { exact: 40, delay: 0, needed: 19 }],
    ["in large steps", { before: 0.02, during: 0.5, rollouts: 512 }, { exact: 40, delay: 0, needed: 255 }],
    ["a third", { before: 0.005, during: 0.3, rollouts: 64 }, { exact: 40, delay: 1, needed: 63 }],
    ["a tenth", { before: 0.005, during: 0.1, rollouts: 64 }, { exact: 36, delay: 7, needed: 64 }],
    ["a tripled rate", { before: 0.1, during: 0.3, rollouts: 64 }, { exact: 36, delay: 8, needed: 64 }],
    ["zeros", { before: 0.85, during: 0.996, rollouts: 64, judgesLevel: false }, { exact: 39, delay: 5, needed: 64 }],
  ])("%s", (_, plan, limits) => {
    const figures = measureShifts(plan, seeds);
    expect(figures).toMatchObject({ missed: 0, others: 0 });
    expect(figures.exact).toBeGreaterThanOrEqual(limits.exact);
    expect(atMost(figures.delays, 0.95)).toBeLessThanOrEqual(limits.delay);
    if (figures.needed.length > 20) expect(atMost(figures.needed, 0.95)).toBeLessThanOrEqual(limits.needed);
    expect(atMost(figures.ends, 0.5)).toBe(0);
  });
});

test.each([
  [0, 0],
  [0.01, 0],
  [0.02, 1],
  [0.05, 14],
])("of 120 healthy runs with correlation %d at most %i raise a false alarm", (rho, most) => {
  const plans = healthyRates.flatMap((rate) => healthyRollouts.map((rollouts) => ({ rate, rollouts, rho })));
  const alarms = plans.map((plan) => countFalseAlarms(plan, seeds.slice(0, 20)).ours);
  expect(alarms.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
});
