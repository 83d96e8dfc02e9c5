import { describe, expect, test } from "vitest";
import { indices, Random } from "../scenario/random";
import { kolmogorovLimit, testKolmogorovSmirnov } from "./kolmogorov-smirnov";

describe("two samples by Kolmogorov-Smirnov", () => {
  test("apart altogether, five and five: 2 of 252 orders are so", () => {
    const result = testKolmogorovSmirnov([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]);
    expect(result?.d).toBe(1);
    expect(result?.p).toBeCloseTo(2 / 252, 12);
    expect(result?.exact).toBe(true);
  });

  // P(D ≥ k ÷ n) = 2 (C(2n, n−k) − C(2n, n−2k) + …) ÷ C(2n, n) (Gnedenko & Korolyuk 1951).
  test("ten and ten at distance 0.7: 2 × 1,140 of 184,756", () => {
    const first = indices(10);
    const second = indices(10).map((at) => at + 6.5);
    const result = testKolmogorovSmirnov(first, second);
    expect(result?.d).toBeCloseTo(0.7, 12);
    expect(result?.p).toBeCloseTo((2 * 1_140) / 184_756, 12);
  });

  test("with ties, by hand: of the 6 orders of 1, 1 and 2, 2 only two pull apart", () => {
    expect(testKolmogorovSmirnov([1, 1], [2, 2])).toEqual({ d: 1, p: expect.closeTo(2 / 6, 12), exact: true });
    expect(testKolmogorovSmirnov([1, 2], [1, 2])).toEqual({ d: 0, p: 1, exact: true });
  });

  test("all equal, or nothing to compare", () => {
    expect(testKolmogorovSmirnov([0, 0, 0], [0, 0])).toEqual({ d: 0, p: 1, exact: true });
    expect(testKolmogorovSmirnov([], [1])).toBeNull();
    expect(() => testKolmogorovSmirnov([1, Number.NaN], [1])).toThrow("a sample holds NaN");
  });

  test.each([
    [0.5, 0.9639],
    [0.8276, 0.5],
    [1, 0.27],
    [1.2238, 0.1],
    [1.3581, 0.05],
    [1.6276, 0.01],
    [1.9495, 0.001],
  ])("the limit distribution at %d is %d, as tabulated", (lambda, tail) => {
    expect(kolmogorovLimit(lambda)).toBeCloseTo(tail, 4);
  });

  test("the approximation for large samples joins the exact one: 100 and 100 against 101 and 101", () => {
    const shifted = (n: number) =>
      testKolmogorovSmirnov(
        indices(n),
        indices(n).map((at) => at + 0.2 * n - 0.5),
      );
    const small = shifted(100);
    const large = shifted(101);
    expect([small?.exact, large?.exact]).toEqual([true, false]);
    expect(Math.abs(Math.log((small?.p ?? 0) / (large?.p ?? 0)))).toBeLessThan(0.15);
  });

  test("finds what it should at 5%, no more often: 400 draws of equal samples with ties", () => {
    const random = new Random(1948);
    const draw = (n: number) => indices(n).map(() => random.integer(0, 12));
    const found = indices(400).filter(() => (testKolmogorovSmirnov(draw(20), draw(60))?.p ?? 1) < 0.05).length;
    expect(found).toBeLessThanOrEqual(28);
  });
});
