import { describe, expect, test } from "vitest";
import { indices } from "../scenario/random";
import { compareNumbers } from "./numeric-difference";

const compare = (failing: readonly (number | null)[], others: readonly (number | null)[]) =>
  compareNumbers("turns", "symptom", failing, others);

describe("two histograms on common bins", () => {
  test("a bin for each of few whole numbers", () => {
    const difference = compare([0, 0, 0, 0, 1, null], [2, 3, 3, 3, 4]);
    expect(difference).toMatchObject({ failing: { n: 5, median: 0 }, others: { n: 5, median: 3 }, d: 1 });
    expect(difference?.histograms).toEqual({
      edges: [0, 1, 2, 3, 4, 5],
      scale: "linear",
      failing: [4, 1, 0, 0, 0],
      others: [0, 0, 1, 3, 1],
    });
  });

  test("twenty even bins; the largest value is in the last", () => {
    const { histograms } = compare(indices(101), indices(101)) ?? {};
    expect(histograms?.edges.map((edge) => Math.round(edge))).toEqual(indices(21).map((at) => at * 5));
    expect(histograms?.failing.at(-1)).toBe(6);
    expect(histograms?.failing.reduce((sum, count) => sum + count, 0)).toBe(101);
  });

  test("a logarithmic scale where one value is far away", () => {
    const { histograms } = compare([30, 31, 32, 33, 34], [100, 120, 3_600_000, 110, 105]) ?? {};
    expect(histograms?.scale).toBe("log");
    expect(histograms?.failing.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(histograms?.others.at(-1)).toBe(1);
  });

  test("all the same is one bin", () => {
    expect(compare([7, 7, 7, 7, 7], [7, 7, 7, 7, 7])).toMatchObject({
      d: 0,
      p: 1,
      histograms: { edges: [7, 7], failing: [5], others: [5] },
    });
  });

  test("negative numbers stay on a linear scale", () => {
    expect(compare([-1e6, 0, 1, 2, 3], [0, 1, 2, 3, 4])?.histograms.scale).toBe("linear");
  });

  test("too few that told it are not compared", () => {
    expect(compare([1, 2, 3, 4, null, null], indices(100))).toBeNull();
    expect(compare([], [])).toBeNull();
  });
});
