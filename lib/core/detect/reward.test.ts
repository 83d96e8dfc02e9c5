import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toMoments } from "../moments";
import { indices, Random } from "../scenario/random";
import { detectRewardShifts, ordinaryRewardRules, RewardDetector } from "./reward";
import type { RewardPoint } from "./reward-series";

/** Steps whose 8 groups have means about `mean`, a tenth of it or so apart. */
function draw(random: Random, steps: number, mean: number, from: number, deviation = 0.1): RewardPoint[] {
  return indices(steps).map((index) => ({
    step: from + index,
    segment: "first",
    groups: toMoments(
      indices(8).map(() => mean + deviation * (random.next() + random.next() + random.next() - 1.5) * 2),
    ),
  }));
}

function plan(phases: readonly (readonly [steps: number, mean: number])[], seed = 1, deviation = 0.1): RewardPoint[] {
  const random = new Random(seed);
  const points: RewardPoint[] = [];
  for (const [steps, mean] of phases) points.push(...draw(random, steps, mean, points.length + 1, deviation));
  return points;
}

function read(points: readonly (RewardPoint | null)[], rules = ordinaryRewardRules) {
  return detectRewardShifts(points, rules).map(({ onset, state, last }) => [
    onset.step,
    state === "open" ? null : last.step,
  ]);
}

describe("a mean that fell", () => {
  test.each([
    [
      "is found with its onset and its end",
      [
        [60, 0.5],
        [20, 0.3],
        [30, 0.5],
      ],
      [[61, 80]],
    ],
    [
      "goes on where nothing comes any more",
      [
        [60, 0.5],
        [20, 0.3],
      ],
      [[61, null]],
    ],
    [
      "is not over where it comes back half of the way",
      [
        [60, 0.5],
        [20, 0.2],
        [30, 0.35],
      ],
      [[61, null]],
    ],
    [
      "is the same again within 5 steps of its end",
      [
        [60, 0.5],
        [15, 0.2],
        [4, 0.5],
        [15, 0.2],
      ],
      [[61, null]],
    ],
    [
      "is none where it rises",
      [
        [60, 0.3],
        [60, 0.6],
      ],
      [],
    ],
    [
      "is none where it falls by less than a fifth",
      [
        [60, 0.5],
        [60, 0.42],
      ],
      [],
    ],
    [
      "has 5 steps before it at least",
      [
        [4, 0.5],
        [60, 0.1],
      ],
      [[6, null]],
    ],
  ] as const)("%s", (_, phases, expected) => {
    expect(read(plan(phases))).toEqual(expected);
  });

  test.each([
    ["negative", -3, -8, 1],
    ["about zero", 0.5, -0.5, 1],
    ["large", 90, 20, 25],
  ])("may be of any real numbers: %s", (_, before, after, deviation) => {
    expect(
      read(
        plan(
          [
            [60, before],
            [20, after],
            [20, before],
          ],
          1,
          deviation,
        ),
      ),
    ).toEqual([[61, 80]]);
  });

  test("knows the numbers that led to it", () => {
    const [shift] = detectRewardShifts(
      plan([
        [60, 0.5],
        [20, 0.3],
      ]),
    );
    expect(shift?.before).toMatchObject({ n: 400 });
    expect(shift?.during.n).toBe(160);
    expect(shift?.score).toBeGreaterThan(Math.log(1e5));
    expect(shift?.scatter).toBeGreaterThanOrEqual(1);
    expect(shift?.leastDrop).toBeCloseTo(0.1, 1);
  });
});

test("steps without evidence are gaps: neither a fall nor an end", () => {
  const points = plan([
    [60, 0.5],
    [20, 0.2],
    [30, 0.5],
  ]);
  expect(read(points.flatMap((point) => [point, null]))).toEqual([[61, 80]]);
});

test("step means that scatter of themselves are no fall", () => {
  const random = new Random(4);
  const points = indices(200).flatMap((index) => draw(random, 1, 0.5 + 0.15 * (random.next() - 0.5), index + 1, 0.02));
  expect(read(points)).toEqual([]);
});

test("a restart ends what is open, and learns anew", () => {
  const points = plan([
    [60, 0.5],
    [40, 0.2],
    [20, 0.05],
  ]);
  expect(read(points)).toEqual([[61, null]]);
  expect(read(points, { ...ordinaryRewardRules, restarts: [81] })).toEqual([
    [61, 80],
    [101, null],
  ]);
});

test("an impossible sensitivity is refused", () => {
  const sensitivity = { ...ordinaryRewardRules.sensitivity, openAt: 0 };
  expect(() => detectRewardShifts([], { ...ordinaryRewardRules, sensitivity })).toThrow("not 0");
});

test("reading on from a copy gives what reading from the start gives", () => {
  const phase = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(0.5, 0.5, 0.1, 0.3));
  fc.assert(
    fc.property(fc.array(phase, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (phases, seed, at) => {
      const points = plan(phases, seed);
      const detector = new RewardDetector({ at: (index) => points[index] ?? null, previous: (index) => index - 1 });
      let copy = detector.copy();
      for (const index of points.keys()) {
        detector.advance(index);
        if (index === at % points.length) copy = detector.copy();
      }
      for (let index = (at % points.length) + 1; index < points.length; index++) copy.advance(index);
      expect(copy.shifts).toEqual(detector.shifts);
      expect(copy.equals(detector)).toBe(true);
    }),
    { numRuns: 40, seed: 1 },
  );
});
