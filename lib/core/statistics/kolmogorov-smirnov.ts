import { smallestP } from "./independence";

export interface KolmogorovSmirnov {
  /** Largest distance between the two empirical distribution functions, 0 to 1. */
  readonly d: number;
  /** Two-sided; never below `smallestP`. */
  readonly p: number;
  readonly exact: boolean;
}

/** Up to this product of sample sizes the distribution is counted out (as R's ks.test does); above, approximated. */
const exactUpTo = 10_000;

/**
 * Two-sample Kolmogorov-Smirnov test. Small samples: exact, and right with ties, by counting the orders of the pooled
 * values whose distance stays below d (Hodges 1957; Schröer & Trenkler 1995). Larger ones: the limit distribution of
 * (√e + 0.12 + 0.11 ÷ √e) d, e = mn ÷ (m + n) (Smirnov 1948; Stephens 1970), which errs to the safe side with ties.
 *
 * @param first and second: finite numbers in any order.
 * @returns null where a sample is empty.
 */
export function testKolmogorovSmirnov(first: readonly number[], second: readonly number[]): KolmogorovSmirnov | null {
  const m = first.length;
  const n = second.length;
  if (m === 0 || n === 0) return null;
  const a = Float64Array.from(first).sort();
  const b = Float64Array.from(second).sort();
  // Sorted last, and equal to nothing.
  if (Number.isNaN(a[m - 1]) || Number.isNaN(b[n - 1])) throw new RangeError("a sample holds NaN");
  // After how many pooled values there is a gap, and so a distance that counts.
  const gapAfter: boolean[] = [];
  // In units of 1 ÷ (mn): whole numbers, so that equal distances compare equal.
  let largest = 0;
  for (let i = 0, j = 0; i < m || j < n; ) {
    const value = Math.min(a[i] ?? Infinity, b[j] ?? Infinity);
    const from = i + j;
    while (i < m && a[i] === value) i++;
    while (j < n && b[j] === value) j++;
    for (let at = from + 1; at < i + j; at++) gapAfter.push(false);
    gapAfter.push(true);
    largest = Math.max(largest, Math.abs(i * n - j * m));
  }
  const d = largest / (m * n);
  const exact = m * n <= exactUpTo;
  const p = exact ? countOut(m, n, largest, gapAfter) : kolmogorovTail(d, (m * n) / (m + n));
  return { d, p: Math.min(1, Math.max(smallestP, p)), exact };
}

/**
 * Share of the orders of m and n values that reach a distance of `limit` at some gap. Walks all orders at once, as paths
 * from (0, 0) to (m, n): `reached[j]` is the share of those at (i, j) that have reached it before, all orders being
 * equally likely.
 */
function countOut(m: number, n: number, limit: number, gapAfter: readonly boolean[]): number {
  if (limit === 0) return 1;
  const reached = new Array<number>(n + 1).fill(0);
  for (let i = 0; i <= m; i++) {
    for (let j = 0; j <= n; j++) {
      if (i + j === 0) continue;
      if (gapAfter[i + j - 1] && Math.abs(i * n - j * m) >= limit) {
        reached[j] = 1;
        continue;
      }
      // Of the ways to (i, j), i of i + j came by a value of the first sample.
      const fromFirst = i === 0 ? 0 : (reached[j] ?? 0);
      const fromSecond = j === 0 ? 0 : (reached[j - 1] ?? 0);
      reached[j] = (i * fromFirst + j * fromSecond) / (i + j);
    }
  }
  return reached[n] ?? 1;
}

/** Q(λ) = 2 Σ (−1)^(k−1) exp(−2 k² λ²); 1 where λ is so small that the series does not settle. */
function kolmogorovTail(d: number, effective: number): number {
  const root = Math.sqrt(effective);
  return kolmogorovLimit((root + 0.12 + 0.11 / root) * d);
}

/** The limit distribution's upper tail, tabulated by Smirnov (1948). */
export function kolmogorovLimit(lambda: number): number {
  if (lambda < 0.2) return 1;
  let sum = 0;
  for (let k = 1; k <= 100; k++) {
    const term = Math.exp(-2 * k * k * lambda * lambda);
    sum += k % 2 === 1 ? term : -term;
    if (term < 1e-17) break;
  }
  return Math.min(1, Math.max(0, 2 * sum));
}
