import { addMoments, type Moments, noMoments } from "../moments";

/** A drop by less than a quarter of the groups' standard deviation, or a fifth of the mean, is not worth a look. */
const leastDeviations = 0.25;
const leastPart = 0.2;
/** From as many steps on, the scatter between them is measured. */
const scatterSteps = 10;

/**
 * L = (G / 2) ln(1 + G0 G1 (m1 − m0)² / (G max(SSW, ε))): the two-sample Gaussian likelihood ratio with common variance,
 * where SSW is the sum of squares within the two samples. Rewards may be any real numbers, so ε goes with their size.
 * 0 where one sample is empty.
 */
export function meanLikelihoodRatio(before: Moments, during: Moments): number {
  if (before.mean === null || during.mean === null) return 0;
  const n = before.n + during.n;
  const apart = during.mean - before.mean;
  if (apart === 0) return 0;
  const least = 1e-12 * n * Math.max(before.mean ** 2, during.mean ** 2);
  const within = Math.max(before.squares + during.squares, least);
  return (n / 2) * Math.log(1 + (before.n * during.n * apart * apart) / (n * within));
}

/** The pooled standard deviation of two samples' group means; 0 where there are too few to tell. */
export function pooledDeviation(before: Moments, during: Moments): number {
  const freedom = before.n + during.n - 2;
  return freedom <= 0 ? 0 : Math.sqrt((before.squares + during.squares) / freedom);
}

/** max(0.25 pooled standard deviations of group means, 20% of |m0|). */
export function leastDropOf(before: Moments, during: Moments): number {
  return Math.max(leastDeviations * pooledDeviation(before, during), leastPart * Math.abs(before.mean ?? 0));
}

/**
 * Mean square between the steps over mean square within them, at least 1: step means that scatter more than their
 * groups explain make every likelihood ratio too large by as much (quasi-likelihood, Wedderburn 1974). 1 for fewer than
 * 10 steps, or where groups have no scatter to compare with.
 */
export function measureScatter(steps: readonly Moments[]): number {
  if (steps.length < scatterSteps) return 1;
  let total = noMoments;
  let within = 0;
  for (const step of steps) {
    total = addMoments(total, step);
    within += step.squares;
  }
  const freedom = total.n - steps.length;
  if (freedom <= 0 || within <= 0) return 1;
  const between = (total.squares - within) / (steps.length - 1);
  return Math.max(1, between / (within / freedom));
}

/** Moments of any stretch of steps at the cost of one: sums from the first on, about the first mean. */
export class MomentSums {
  readonly #about: number;
  readonly #n: number[] = [0];
  readonly #sum: number[] = [0];
  readonly #squares: number[] = [0];

  constructor(steps: readonly Moments[]) {
    this.#about = steps.find((step) => step.mean !== null)?.mean ?? 0;
    for (const [index, step] of steps.entries()) {
      const apart = (step.mean ?? this.#about) - this.#about;
      this.#n.push((this.#n[index] ?? 0) + step.n);
      this.#sum.push((this.#sum[index] ?? 0) + step.n * apart);
      this.#squares.push((this.#squares[index] ?? 0) + step.squares + step.n * apart * apart);
    }
  }

  /** Of the steps from `from` up to, and without, `to`. */
  between(from: number, to: number): Moments {
    const n = (this.#n[to] ?? 0) - (this.#n[from] ?? 0);
    if (n <= 0) return noMoments;
    const sum = (this.#sum[to] ?? 0) - (this.#sum[from] ?? 0);
    const squares = (this.#squares[to] ?? 0) - (this.#squares[from] ?? 0) - (sum * sum) / n;
    return { n, mean: this.#about + sum / n, squares: Math.max(0, squares) };
  }
}
