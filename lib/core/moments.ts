/** Number, mean and sum of squared deviations from it: what pooled means and their scatter are made from. */
export interface Moments {
  readonly n: number;
  /** null over nothing. */
  readonly mean: number | null;
  /** Σ (value − mean)². */
  readonly squares: number;
}

export const noMoments: Moments = { n: 0, mean: null, squares: 0 };

/** The moments of values, whatever their order. */
export function toMoments(values: readonly number[]): Moments {
  if (values.length === 0) return noMoments;
  // In sorted order, so that floating-point sums do not depend on who came first.
  const sorted = [...values].sort((a, b) => a - b);
  let total = 0;
  for (const value of sorted) total += value;
  const mean = total / sorted.length;
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
