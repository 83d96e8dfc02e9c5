import fc from "fast-check";
import { expect, test } from "vitest";
import { addMoments, noMoments, toMoments } from "../moments";
import { leastDropOf, MomentSums, meanLikelihoodRatio, measureScatter } from "./mean-ratio";

const before = toMoments([0.2, 0.4, 0.2, 0.4, 0.2, 0.4, 0.2, 0.4]);
const during = toMoments([0, 0.2, 0, 0.2]);

test("the likelihood ratio is the formula's", () => {
  // G0 = 8, G1 = 4, means 0.3 and 0.1, within squares 8 · 0.01 + 4 · 0.01 = 0.12.
  expect(meanLikelihoodRatio(before, during)).toBeCloseTo(6 * Math.log(1 + (8 * 4 * 0.04) / (12 * 0.12)), 10);
});

test.each([
  ["nothing to compare with", noMoments, during, 0],
  ["no difference", before, before, 0],
])("it is 0 for %s", (_, a, b, expected) => {
  expect(meanLikelihoodRatio(a, b)).toBe(expected);
});

test("it is large and finite where neither sample scatters, whatever the size of the rewards", () => {
  const ratios = [1, 100, 1e6].map((size) =>
    meanLikelihoodRatio(toMoments([size, size, size]), toMoments([size / 2, size / 2])),
  );
  expect(Math.min(...ratios)).toBeGreaterThan(50);
  expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(1e-6);
});

test("it does not depend on the unit of the reward", () => {
  const scaled = (values: readonly number[]) => toMoments(values.map((value) => -50 + 400 * value));
  const other = meanLikelihoodRatio(scaled([0.2, 0.4, 0.3]), scaled([0, 0.2]));
  expect(other).toBeCloseTo(meanLikelihoodRatio(toMoments([0.2, 0.4, 0.3]), toMoments([0, 0.2])), 8);
});

test("a drop counts from a quarter of a deviation, or a fifth of the mean", () => {
  expect(leastDropOf(toMoments([10, 10, 10]), toMoments([9]))).toBe(2);
  expect(leastDropOf(toMoments([-1, 1, -1, 1]), toMoments([-3, -1]))).toBeCloseTo(0.25 * Math.sqrt(6 / 4), 10);
});

test("step means that scatter more than their groups explain are told", () => {
  const alike = Array.from({ length: 20 }, () => toMoments([0, 1, 0, 1]));
  const apart = Array.from({ length: 20 }, (_, i) => toMoments([0, 1, 0, 1].map((value) => value + (i % 2) * 2)));
  expect(measureScatter(alike)).toBe(1);
  // Between: 20 · 4 · 1² / 19; within: 20 · 1 / 60.
  expect(measureScatter(apart)).toBeCloseTo(80 / 19 / (20 / 60), 10);
  expect(measureScatter(apart.slice(0, 9))).toBe(1);
  expect(measureScatter(apart.map(() => toMoments([1])))).toBe(1);
});

test("moments of a stretch are those of its steps together", () => {
  const step = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (steps, a, b) => {
      const from = Math.min(a % steps.length, b % steps.length);
      const to = Math.max(a % steps.length, b % steps.length) + 1;
      const moments = steps.map(toMoments);
      const expected = moments.slice(from, to).reduce(addMoments, noMoments);
      const found = new MomentSums(moments).between(from, to);
      expect(found.n).toBe(expected.n);
      expect(found.mean ?? 0).toBeCloseTo(expected.mean ?? 0, 6);
      expect(found.squares).toBeCloseTo(expected.squares, 4);
    }),
    { seed: 1 },
  );
});
