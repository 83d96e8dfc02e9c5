import { describe, expect, test } from "vitest";
import { type DrawnStep, drawSummaries, planSteps } from "../scenario/drawn-summaries";
import { counterOf, RateSeries } from "./rate-series";
import { Tape } from "./tape";

const browser = { environment: "browser", rollouts: 48, groupSize: 8, solvedRate: 0.5 };
const math = { environment: "math", rollouts: 16, groupSize: 8, solvedRate: 0.5 };
const failures = [
  { kind: "session_lost", effect: "masked", rate: 0.25 },
  { kind: null, effect: "failed", rate: 0.25 },
  { kind: null, effect: "unscored", rate: 0.1 },
] as const;

function readSeries(steps: readonly DrawnStep[], name: string, environment: string | null = null) {
  const tape = new Tape();
  tape.put(drawSummaries(1, steps));
  tape.settle();
  const series = new RateSeries(tape, name, environment);
  return steps.map((_, index) => series.at(index));
}

const whole: DrawnStep = { step: 1, declared: 64, parts: [{ ...browser, failures }, math] };

describe("a complete step", () => {
  test("counts of what was received, by environment too", () => {
    const [point] = readSeries([{ ...whole, declared: 70 }], "any_failure");
    expect(point).toMatchObject({ complete: true, n: 64 });
    expect(point?.parts.map(({ environment, n }) => [environment, n])).toEqual([
      ["browser", 48],
      ["math", 16],
    ]);
    expect(point?.parts.reduce((sum, { x }) => sum + x, 0)).toBe(point?.x);
  });

  test.each([
    ["kind:session_lost", { masked: true }],
    ["kind:(failed, no kind)", { failed: true }],
    ["masked", { masked: true }],
    ["no_result", { failed: true, unscored: true }],
    ["any_failure", { masked: true, failed: true }],
    ["zero_rewards", { zero: true }],
  ])("%s counts what it says", (name, counted: Record<string, boolean>) => {
    const summary = drawSummaries(1, [whole])[0];
    const part = (key: string, n: number | undefined) => (counted[key] === true ? (n ?? 0) : 0);
    const expected =
      part("masked", summary?.masked) +
      part("failed", summary?.failed) +
      part("unscored", summary?.unscored) +
      part("zero", summary?.zeroRewards);
    expect(expected).toBeGreaterThan(0);
    expect(readSeries([whole], name)[0]?.x).toBe(expected);
  });

  test("misses what was declared and never came, and only then", () => {
    const missing: DrawnStep = { ...whole, declared: 80 };
    expect(readSeries([missing], "unknown")[0]).toMatchObject({ x: 16, n: 80, parts: [] });
    expect(readSeries([{ ...missing, arrived: 10 }], "unknown")[0]).toBeNull();
  });

  test("counts lost attempts out of all attempts", () => {
    const [point] = readSeries([{ step: 1, parts: [{ ...math, retriedRate: 1 }] }], "lost_attempts");
    expect(point).toMatchObject({ x: 16, n: 32 });
  });
});

describe("a step still filling", () => {
  test("counts what has not arrived as not failed: out of the declared count", () => {
    const [point] = readSeries([{ ...whole, arrived: 6 }], "masked");
    expect(point).toMatchObject({ complete: false, n: 64 });
    expect(point?.x).toBeGreaterThan(0);
  });

  test("else out of the median of the last 10 complete steps", () => {
    const sizes = [8, 8, 8, 40, 40, 40, 48, 48, 48, 48, 48, 56, 64];
    const steps = sizes.map((rollouts, at) => ({ step: at + 1, parts: [{ ...browser, rollouts }] }));
    const filling = { step: 20, arrived: 3, parts: [{ ...browser, failures }] };
    expect(readSeries([...steps, filling], "any_failure").at(-1)?.n).toBe(48);
    expect(readSeries([...steps, filling], "any_failure", "browser").at(-1)?.n).toBe(48);
    expect(readSeries([filling], "any_failure").at(-1)?.n).toBe(3);
    expect(readSeries([...steps.slice(0, 3), { ...filling, arrived: 20 }], "any_failure").at(-1)?.n).toBe(20);
  });
});

test("a step without the environment, and one nothing was heard of, are gaps", () => {
  const steps = [...planSteps(1, 2, () => ({ parts: [browser] })), { step: 3, declared: 64, parts: [] }];
  expect(readSeries(steps, "any_failure", "math")).toEqual([null, null, null]);
  expect(readSeries(steps, "any_failure").map((point) => point?.n ?? null)).toEqual([48, 48, null]);
  expect(readSeries(steps, "unknown").at(-1)).toMatchObject({ x: 64, n: 64 });
});

test("rollouts without an environment are a part of their own", () => {
  const steps = [{ step: 1, parts: [browser, { ...math, environment: null }] }];
  expect(readSeries(steps, "zero_rewards")[0]?.parts.map(({ environment, n }) => [environment, n])).toEqual([
    ["browser", 48],
    ["", 16],
  ]);
});

test("kinds may be called anything, and no other name is a series", () => {
  expect(counterOf("kind:__proto__")(drawSummaries(1, [whole])[0] ?? expect.unreachable())).toBe(0);
  expect(() => counterOf("toString")).toThrow("toString");
  expect(() => counterOf("reward")).toThrow("reward");
});
