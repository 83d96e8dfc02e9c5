/** Number, mean and sum of squared deviations from it: what pooled means and their scatter are made from. */
export interface Moments {
  readonly n: number;
  /** null over nothing. */
  readonly mean: number | null;
  /** Σ (value − mean)². */
  readonly squares: number;
}

export const noMoments: Moments = { n: 0, mean: null, squares: 0 };

/** The mean of values in sorted order, so that floating-point sums do not depend on who came first; null over nothing. */
export function meanSorted(sorted: readonly number[]): number | null {
  if (sorted.length === 0) return null;
  let total = 0;
  for (const value of sorted) total += value;
  return total / sorted.length;
}

/** The moments of values, whatever their order. */
export function toMoments(values: readonly number[]): Moments {
  return momentsSorted([...values].sort((a, b) => a - b));
}

/** The moments of values in sorted order. */
export function momentsSorted(sorted: readonly number[]): Moments {
  const mean = meanSorted(sorted);
  if (mean === null) return noMoments;
  let squares = 0;
  for (const value of sorted) squares += (value - mean) ** 2;
  return { n: sorted.length, mean, squares };
}

/** The moments of two sets of values together (Chan, Golub and LeVeque 1979). */
export function addMoments(a: Moments, b: Moments): Moments {
  if (a.mean === null) return b;
  if (b.mean === null) return a;
  const n = a.n + b.n;
  const apart = b.mean - a.mean;
  return { n, mean: a.mean + (apart * b.n) / n, squares: a.squares + b.squares + (apart * apart * a.n * b.n) / n };
}

/** The standard error of the mean; null below two values. */
export function standardError({ n, squares }: Moments): number | null {
  return n < 2 ? null : Math.sqrt(squares / (n - 1) / n);
}
