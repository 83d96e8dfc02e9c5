import { expect, test } from "vitest";
import { drawBetaBinomial, drawGamma } from "./beta-binomial";
import { indices, Random } from "./random";

function measure(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length };
}

test.each([0.3, 1, 7.5])("a gamma of shape %d has its mean and variance", (shape) => {
  const random = new Random(3);
  const { mean, variance } = measure(indices(20_000).map(() => drawGamma(random, shape)));
  expect(mean / shape).toBeCloseTo(1, 1);
  expect(variance / shape).toBeCloseTo(1, 0.7);
});

test.each([
  [0, 0.05],
  [0.02, 0.05],
  [0.2, 0.3],
])("counts with correlation %d at rate %d scatter as they should", (rho, p) => {
  const random = new Random(5);
  const n = 64;
  const { mean, variance } = measure(indices(20_000).map(() => drawBetaBinomial(random, n, p, rho)));
  expect(mean / n).toBeCloseTo(p, 2);
  // n p (1 − p) (1 + (n − 1) ρ)
  expect(variance / (n * p * (1 - p) * (1 + (n - 1) * rho))).toBeCloseTo(1, 0.8);
});

test("certain rates stay certain, and impossible parameters are refused", () => {
  expect(drawBetaBinomial(new Random(1), 9, 0, 0.5)).toBe(0);
  expect(drawBetaBinomial(new Random(1), 9, 1, 0.5)).toBe(9);
  expect(() => drawBetaBinomial(new Random(1), 9, 0.5, 1)).toThrow("not 1");
  expect(() => drawGamma(new Random(1), 0)).toThrow("not 0");
});
