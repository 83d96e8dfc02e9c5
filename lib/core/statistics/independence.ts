import jstat from "jstat";

const { jStat } = jstat;

/** Two samples by whether they have something: `a` of `aOf` and `b` of `bOf`, whole numbers. */
export interface TwoCounts {
  readonly a: number;
  readonly aOf: number;
  readonly b: number;
  readonly bOf: number;
}

export interface IndependenceTest {
  readonly test: "g" | "fisher";
  /** Two-sided; never below `smallestP`, where the tail of the distribution is lost to rounding. */
  readonly p: number;
}

/** Spacing of numbers at 1: a smaller p says "less than this". */
export const smallestP = 2.220446049250313e-16;

/** Below this expected count in any cell the chi-square approximation is not to be trusted (Cochran 1954). */
const smallestExpected = 5;

/**
 * G = 2 Σ O ln(O / E) over the cells of a contingency table, E = row total × column total ÷ total; under independence
 * about chi-square with (rows − 1)(columns − 1) degrees of freedom (Woolf 1957; Sokal & Rohlf, Biometry). Rows and
 * columns without any count are left out.
 */
export function testG(table: readonly (readonly number[])[]): { g: number; degrees: number; p: number } {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const rowTotals = table.map(sum);
  const columnTotals = (table[0] ?? []).map((_, c) => sum(table.map((row) => row[c] ?? 0)));
  const total = sum(rowTotals);
  let g = 0;
  table.forEach((row, r) => {
    row.forEach((count, c) => {
      if (count > 0) g += 2 * count * Math.log((count * total) / ((rowTotals[r] ?? 0) * (columnTotals[c] ?? 0)));
    });
  });
  g = Math.max(0, g);
  const used = (totals: readonly number[]) => Math.max(0, totals.filter((count) => count > 0).length - 1);
  const degrees = used(rowTotals) * used(columnTotals);
  return { g, degrees, p: degrees === 0 ? 1 : chiSquareTail(g, degrees) };
}

/** P(X ≥ x) of a chi-square with `degrees` degrees of freedom: 1 − P(degrees ÷ 2, x ÷ 2). */
function chiSquareTail(x: number, degrees: number): number {
  return bound(1 - jStat.lowRegGamma(degrees / 2, x / 2));
}

/**
 * Fisher's exact test of a two-by-two table, two-sided: the sum of the probabilities of all tables with the same margins
 * that are at most as likely as the one seen (Fisher 1935; as R's fisher.test does it, with its tolerance of 1e-7).
 */
export function testFisher({ a, aOf, b, bOf }: TwoCounts): number {
  const n = aOf + bOf;
  const having = a + b;
  const probability = (k: number) => jStat.hypgeom.pdf(k, n, having, aOf);
  const limit = probability(a) * (1 + 1e-7);
  let p = 0;
  for (let k = Math.max(0, having - bOf); k <= Math.min(having, aOf); k++) {
    const one = probability(k);
    if (one <= limit) p += one;
  }
  return bound(p);
}

/** Whether two samples have it equally often: the G-test, or Fisher's where an expected cell is below 5. */
export function testIndependence(counts: TwoCounts): IndependenceTest {
  const { a, aOf, b, bOf } = counts;
  if (![a, aOf, b, bOf].every((count) => Number.isInteger(count) && count >= 0) || a > aOf || b > bOf) {
    throw new RangeError(`not two counts: ${a} of ${aOf} and ${b} of ${bOf}`);
  }
  const n = aOf + bOf;
  const smallest = (Math.min(aOf, bOf) * Math.min(a + b, n - a - b)) / Math.max(1, n);
  if (smallest < smallestExpected) return { test: "fisher", p: testFisher(counts) };
  return {
    test: "g",
    p: testG([
      [a, aOf - a],
      [b, bOf - b],
    ]).p,
  };
}

function bound(p: number): number {
  return Math.min(1, Math.max(smallestP, p));
}
