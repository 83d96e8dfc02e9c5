import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawBinomial } from "../scenario/beta-binomial";
import { indices, Random } from "../scenario/random";
import { detectShifts, ordinaryRules, RateDetector } from "./cusum";
import type { RatePoint } from "./rate-point";
import { sensitivities } from "./sensitivity";

function toPoints(counts: readonly (readonly [x: number, n: number])[], from = 1): RatePoint[] {
  return counts.map(([x, n], index) => ({ step: from + index, segment: "first", complete: true, x, n, parts: [] }));
}

function steady(steps: number, x: number, n = 64): (readonly [number, number])[] {
  return indices(steps).map(() => [x, n] as const);
}

function read(points: readonly RatePoint[], rules = ordinaryRules) {
  return detectShifts(points, rules).map(({ onset, opened, state, last }) => [
    onset.step,
    opened.step,
    state === "open" ? null : last.step,
  ]);
}

const well = steady(60, 0);

describe("a shift", () => {
  test.each([
    [
      "begins where the rate rose and ends where it fell",
      [...well, ...steady(20, 58), ...steady(10, 0)],
      [[61, 61, 80]],
    ],
    ["goes on where nothing comes any more", [...well, ...steady(3, 58)], [[61, 61, null]]],
    ["is known by three failures at least", [...steady(60, 0, 2), ...steady(1, 2, 2)], []],
    ["and by three of them it is", [...steady(60, 0, 3), ...steady(1, 3, 3)], [[61, 61, null]]],
    [
      "is one where the rate alternates",
      [...well, ...indices(20).map((i) => [i % 2 === 0 ? 58 : 1, 64] as const), ...steady(10, 1)],
      [[61, 61, 79]],
    ],
    [
      "is the same again within 5 steps of its end",
      [...well, ...steady(5, 58), ...steady(4, 0), ...steady(5, 58), ...steady(5, 0)],
      [[61, 61, 74]],
    ],
    [
      "and another one after more",
      [...well, ...steady(5, 58), ...steady(5, 0), ...steady(5, 58), ...steady(5, 0)],
      [
        [61, 61, 65],
        [71, 71, 75],
      ],
    ],
    ["is known in the sixth step at the earliest", [...steady(5, 0), ...steady(1, 58)], [[6, 6, null]]],
    ["is none where the rate rises less than is worth a look", [...steady(60, 6), ...steady(60, 7)], []],
    ["is none where it falls", [...steady(60, 10), ...steady(60, 0)], []],
  ])("%s", (_, counts, expected) => {
    expect(read(toPoints(counts))).toEqual(expected);
  });

  test("knows the numbers that led to it", () => {
    const [shift] = detectShifts(toPoints([...steady(60, 1), ...steady(2, 40)]));
    expect(shift?.yardstick).toMatchObject({ steps: 50, x: 50, n: 3200, rho: 0.02 });
    expect(shift?.yardstick?.p0).toBeCloseTo(50.5 / 3201, 10);
    expect(shift?.score).toBeGreaterThan(Math.log(1e5));
    expect(shift?.sums).toMatchObject({ x: 80, n: 128, steps: 2, completeSteps: 2 });
  });
});

test("a slow onset can't teach itself to be normal", () => {
  // Half a point more each step, from 1% on.
  const slow = indices(60).map((i) => [1.28 + 0.32 * i, 64] as const);
  const [shift] = detectShifts(toPoints([...steady(60, 1.28), ...slow]));
  expect(shift?.opened.step).toBeLessThan(90);
  expect(shift?.onset.step).toBeLessThan(82);
  expect(shift?.yardstick?.p0).toBeLessThan(0.035);
});

test("a gap and a step without rollouts change nothing", () => {
  const points = toPoints([...well, ...steady(20, 58), ...steady(10, 0)]);
  const gappy = points.flatMap((point) => [point, { ...point, x: 0, n: 0 }]);
  expect(read(gappy)).toEqual([[61, 61, 80]]);
});

describe("a step still filling", () => {
  const before = toPoints(well);
  const filling = (step: number, x: number): RatePoint => {
    return { step, segment: "first", complete: false, x, n: 64, parts: [] };
  };

  test("raises once what has failed is enough, whatever the rest does", () => {
    const first = indices(65).find((x) => read([...before, filling(61, x)]).length > 0);
    expect(first).toBe(13);
  });

  test("neither ends a shift nor teaches", () => {
    const shifted = toPoints([...well, ...steady(5, 58)]);
    expect(read([...shifted, filling(66, 0), filling(67, 0), filling(68, 0)])).toEqual([[61, 61, null]]);
    expect(read(indices(10).map((step) => filling(step, 0)))).toEqual([]);
    const untaught = [...indices(10).map((step) => filling(step, 0)), ...toPoints(steady(4, 0), 11), filling(15, 58)];
    expect(read(untaught)).toEqual([]);
  });
});

describe("bad from the start", () => {
  test("is a level from the second step on, and over when it is well", () => {
    const points = toPoints([...steady(10, 58), ...steady(20, 0)]);
    const [level] = detectShifts(points);
    expect(level).toMatchObject({ kind: "level", yardstick: null, state: "ended" });
    expect(read(points)).toEqual([[1, 2, 10]]);
  });

  test.each([
    ["never where a series can be normal at any height", steady(10, 58), { ...ordinaryRules, judgesLevel: false }],
    ["not at a fifth", steady(10, 13), ordinaryRules],
    ["not by two failures", steady(2, 1, 1), ordinaryRules],
  ])("%s", (_, counts, rules) => {
    expect(read(toPoints(counts), rules)).toEqual([]);
  });
});

describe("a restart", () => {
  const points = toPoints([...well, ...steady(40, 40), ...steady(20, 60)]);

  test("ends what is open, and learns anew", () => {
    expect(read(points)).toEqual([[61, 61, null]]);
    expect(read(points, { ...ordinaryRules, restarts: [71] })).toEqual([
      [61, 61, 70],
      [101, 103, null],
    ]);
  });

  test("before the first step is none", () => {
    expect(read(points, { ...ordinaryRules, restarts: [1] })).toEqual([[61, 61, null]]);
  });
});

test("sensitivity says how much it takes", () => {
  const points = toPoints([...well, ...steady(2, 9), ...steady(30, 0)]);
  const opened = Object.entries(sensitivities).map(([name, sensitivity]) => [
    name,
    detectShifts(points, { ...ordinaryRules, sensitivity })[0]?.opened.step ?? null,
  ]);
  expect(opened).toEqual([
    ["low", null],
    ["normal", 62],
    ["high", 61],
  ]);
});

test.each([
  [{ ...sensitivities.normal, openAt: Number.NaN }, "not NaN"],
  [{ ...sensitivities.normal, openAt: -1 }, "not -1"],
  [{ ...sensitivities.normal, nullOddsRatio: 0.5 }, "not 0.5"],
  [{ ...sensitivities.normal, nullIncrease: 2 }, "not 2"],
])("an impossible sensitivity is refused: %j", (sensitivity, message) => {
  expect(() => detectShifts([], { ...ordinaryRules, sensitivity })).toThrow(message);
});

test.each([
  [[5, 4], "5 of 4"],
  [[-1, 4], "-1 of 4"],
  [[1, Number.POSITIVE_INFINITY], "1 of Infinity"],
] as const)("an impossible count is refused: %j", (count, message) => {
  expect(() => detectShifts(toPoints([count]))).toThrow(message);
});

test("reading on from a copy gives what reading from the start gives", () => {
  const count = fc.tuple(fc.constantFrom(0.01, 0.01, 0.01, 0.01, 0.3, 0.9), fc.integer({ min: 1, max: 40 }));
  fc.assert(
    fc.property(fc.array(count, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (phases, seed, at) => {
      const random = new Random(seed);
      const points = toPoints(
        phases.flatMap(([rate, steps]) => indices(steps).map(() => [drawBinomial(random, 32, rate), 32] as const)),
      );
      const detector = new RateDetector({ at: (index) => points[index] ?? null, previous: (index) => index - 1 });
      let copy = detector.copy();
      for (const index of points.keys()) {
        detector.advance(index);
        if (index === at % points.length) copy = detector.copy();
      }
      for (let index = (at % points.length) + 1; index < points.length; index++) copy.advance(index);
      expect(copy.shifts).toEqual(detector.shifts);
      expect(copy.equals(detector)).toBe(true);
    }),
    { numRuns: 60, seed: 1 },
  );
});
