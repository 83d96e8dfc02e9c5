import { describe, expect, test } from "vitest";
import { smallestP, testFisher, testG, testIndependence } from "./independence";

describe("the G-test", () => {
  test("agrees with McDonald, Handbook of Biological Statistics: genotype and heart disease, G 7.30, P 0.026", () => {
    const { g, degrees, p } = testG([
      [268, 199, 42],
      [807, 759, 184],
    ]);
    expect({ g: g.toFixed(2), degrees, p: p.toFixed(3) }).toEqual({ g: "7.30", degrees: 2, p: "0.026" });
  });

  test("by hand: 30 of 40 against 10 of 40 has G = 2 (60 ln 1.5 + 20 ln 0.5) = 20.93", () => {
    const { g, p } = testG([
      [30, 10],
      [10, 30],
    ]);
    expect(g).toBeCloseTo(2 * (60 * Math.log(1.5) + 20 * Math.log(0.5)), 10);
    // G is the square of 4.575: two tails of a standard normal beyond it.
    expect(p).toBeCloseTo(4.76e-6, 8);
  });

  test("says nothing about equal shares, one row, or a column that is empty", () => {
    expect(testG([[5, 5]])).toEqual({ g: 0, degrees: 0, p: 1 });
    expect(
      testG([
        [8, 0],
        [9, 0],
      ]),
    ).toEqual({ g: 0, degrees: 0, p: 1 });
    expect(
      testG([
        [10, 20],
        [20, 40],
      ]).p,
    ).toBe(1);
  });
});

describe("Fisher's exact test agrees with", () => {
  test.each([
    ["the lady tasting tea (Fisher 1935): 34 of 70", { a: 3, aOf: 4, b: 1, bOf: 4 }, 34 / 70],
    ["twins' convictions (Fisher 1970; R's example)", { a: 10, aOf: 13, b: 2, bOf: 17 }, 0.0005367241],
    ["all of 5 against none of 5: 2 of 252", { a: 5, aOf: 5, b: 0, bOf: 5 }, 2 / 252],
    ["no difference", { a: 2, aOf: 4, b: 2, bOf: 4 }, 1],
  ])("%s", (_, counts, p) => {
    expect(testFisher(counts)).toBeCloseTo(p, 9);
  });

  test("either way round", () => {
    expect(testFisher({ a: 2, aOf: 17, b: 10, bOf: 13 })).toBeCloseTo(0.0005367241, 9);
  });
});

describe("which test", () => {
  test("G where every expected cell is at least 5, Fisher's below", () => {
    expect(testIndependence({ a: 10, aOf: 20, b: 0, bOf: 20 }).test).toBe("g");
    expect(testIndependence({ a: 9, aOf: 20, b: 0, bOf: 20 }).test).toBe("fisher");
  });

  test("a p that rounding has eaten is the smallest, never 0", () => {
    expect(testIndependence({ a: 1_137, aOf: 1_172, b: 30, bOf: 5_000 }).p).toBe(smallestP);
  });

  test("nothing on either side is no difference", () => {
    expect(testIndependence({ a: 0, aOf: 0, b: 0, bOf: 0 })).toEqual({ test: "fisher", p: 1 });
  });

  test("refuses what is no count", () => {
    expect(() => testIndependence({ a: 3, aOf: 2, b: 0, bOf: 1 })).toThrow("not two counts: 3 of 2 and 0 of 1");
    expect(() => testIndependence({ a: 0.5, aOf: 2, b: 0, bOf: 1 })).toThrow(RangeError);
  });
});
