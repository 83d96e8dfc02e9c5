/** A rate always keeps both its numbers. 0 of 0 has no value: null, not 0. */
export interface Rate {
  readonly count: number;
  readonly n: number;
}

export function rateValue(rate: Rate): number | null {
  return rate.n === 0 ? null : rate.count / rate.n;
}

const z95 = 1.959963984540054;

/**
 * Wilson score interval of a binomial proportion (Wilson 1927), by default at 95%. `count` may be fractional: for
 * rewards in [0, 1] the interval is conservative.
 *
 * @returns [low, high] within [0, 1], or null for 0 of 0.
 */
export function wilsonInterval(rate: Rate, z: number = z95): readonly [number, number] | null {
  const { count, n } = rate;
  if (n === 0) return null;
  const p = count / n;
  const z2 = z * z;
  const centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
