import { describe, expect, test } from "vitest";
import type { RatePart, RatePoint } from "./rate-point";
import { sensitivities } from "./sensitivity";
import { effectiveShare, estimateClustering, makeYardstick, practicalNull, standardise } from "./yardstick";

function point(x: number, n: number, parts: readonly RatePart[] = [], complete = true): RatePoint {
  return { step: 1, segment: "first", complete, x, n, parts };
}

test.each([
  ["an increase by one point where rates are low", 0.005, 0.015],
  ["half as much again in odds", 0.1, 1 / 7],
  ["never more than half of the way to 1", 0.995, 0.9975],
])("the null is %s", (_, p0, pt) => {
  expect(practicalNull(p0, sensitivities.normal)).toBeCloseTo(pt, 6);
});

test("64 rollouts that resemble each other by 0.02 are worth 28, and one is worth itself", () => {
  expect(64 * effectiveShare(64, 0.02)).toBeCloseTo(28.3, 1);
  expect(effectiveShare(1, 0.3)).toBe(1);
  expect(effectiveShare(0.5, 0.3)).toBe(1);
});

describe("clustering", () => {
  const steady = Array.from({ length: 20 }, () => ({ x: 5, n: 100 }));
  test.each([
    ["0.02 before 10 steps", steady.slice(0, 9), 0.05, 0.02],
    ["0.02 at least", steady, 0.05, 0.02],
    ["0.3 at most", steady.map((_, i) => ({ x: i % 2 === 0 ? 0 : 100, n: 100 })), 0.5, 0.3],
    // φ = Σ 5² / 4.75 / 19 = 5.54, so ρ = 4.54 / 99.
    ["what the scatter says in between", steady.map((_, i) => ({ x: i % 2 === 0 ? 0 : 10, n: 100 })), 0.05, 0.0459],
    ["0.02 where steps have one rollout", steady.map(() => ({ x: 1, n: 1 })), 0.5, 0.02],
  ])("is %s", (_, counts, p0, rho) => {
    expect(estimateClustering(counts, p0)).toBeCloseTo(rho, 3);
  });
});

describe("a rate at the baseline's mix", () => {
  const mix = new Map([
    ["browser", 300],
    ["math", 100],
  ]);
  const part = (environment: string, x: number, n: number) => ({ environment, x, n });

  test("is the rate itself where the mix is the same", () => {
    const same = standardise(point(12, 64, [part("browser", 12, 48), part("math", 0, 16)]), mix, 10);
    expect(same?.x).toBeCloseTo(12, 10);
    expect(same?.n).toBeCloseTo(64, 10);
  });

  test("does not move when only the shares do", () => {
    // 10% of browser rollouts and none of math fail, whatever the curriculum.
    const moved = standardise(point(5, 64, [part("browser", 5, 50), part("math", 0, 14)]), mix, 10);
    const other = standardise(point(1, 64, [part("browser", 1, 10), part("math", 0, 54)]), mix, 10);
    expect((moved?.x ?? 0) / (moved?.n ?? 1)).toBeCloseTo(0.075, 10);
    expect((other?.x ?? 0) / (other?.n ?? 1)).toBeCloseTo(0.075, 10);
    // One rollout in ten speaks for three quarters of the baseline: it is worth less.
    expect(other?.n).toBeLessThan(20);
  });

  test("is of the environments that a complete step has; in one still filling, the absent have not failed", () => {
    const parts = [part("browser", 6, 12)];
    expect(standardise(point(6, 12, parts), mix, 10)).toEqual({ x: 6, n: 12 });
    const filling = standardise(point(6, 12, parts, false), mix, 10);
    expect((filling?.x ?? 0) / (filling?.n ?? 1)).toBeCloseTo(0.375, 10);
  });

  test("says nothing of a step with new environments only", () => {
    expect(standardise(point(6, 12, [part("code", 6, 12)]), mix, 10)).toBeNull();
    expect(standardise(point(6, 12), null, 10)).toMatchObject({ x: 6, n: 12 });
  });
});

test("fewer than 5 steps are no baseline", () => {
  expect(() => makeYardstick([point(1, 2)], sensitivities.normal)).toThrow("5 steps, not 1");
});
