import type { RatePoint } from "./rate-point";
import type { Sensitivity } from "./sensitivity";

/** How many baseline steps teach, and how many must before anything is judged. */
export const baselineSteps = 50;
export const learningSteps = 5;
/** From as many on the clustering is estimated rather than assumed. */
const clusteringSteps = 10;
/** Intra-step correlation: without this floor one healthy run in five raises a false alarm at a true 0.02. */
export const leastClustering = 0.02;
const mostClustering = 0.3;

/** What a step is held against: the baseline, the null and the clustering that came of it. */
export interface Yardstick {
  readonly steps: number;
  readonly x: number;
  readonly n: number;
  /** Baseline rate, (½ + Σx) / (1 + Σn). */
  readonly p0: number;
  /** The practical null: no worse than this is not worth a look. */
  readonly pt: number;
  /** Correlation of two rollouts of one step. */
  readonly rho: number;
  /** Rollouts of the baseline by environment; null where there is but one. */
  readonly mix: ReadonlyMap<string, number> | null;
}

export function toOdds(p: number): number {
  return p / (1 - p);
}

export function fromOdds(odds: number): number {
  return odds / (1 + odds);
}

export function baselineRate(x: number, n: number): number {
  return (0.5 + x) / (1 + n);
}

/** pt = min(max(odds⁻¹(1.5 · odds(p0)), p0 + 0.01), (1 + p0) / 2), at normal sensitivity. */
export function practicalNull(p0: number, { nullOddsRatio, nullIncrease }: Sensitivity): number {
  return Math.min(Math.max(fromOdds(nullOddsRatio * toOdds(p0)), p0 + nullIncrease), (1 + p0) / 2);
}

/** 1 / (1 + (n − 1) ρ): what one of `n` rollouts that resemble each other is worth (the design effect, Kish 1965). */
export function effectiveShare(n: number, rho: number): number {
  return 1 / (1 + Math.max(n - 1, 0) * rho);
}

/** A step's count as it would be at another mix; `n` is what its variance is worth. */
export interface Count {
  readonly x: number;
  readonly n: number;
}

/**
 * A step's rate at the baseline's environment shares (direct standardisation): Σ wₑ xₑ / nₑ, worth
 * n = 1 / Σ (wₑ² / nₑ) rollouts, which is the step's own n where its mix is the baseline's. In a complete step the
 * shares are those of the environments it has; in one still filling, an absent environment has not arrived and counts
 * as not failed.
 *
 * @returns null where none of the baseline's environments is in the step: it says nothing about them.
 */
export function standardise(point: RatePoint, mix: Yardstick["mix"], steps: number): Count | null {
  if (mix === null) return point;
  const [only] = point.parts;
  if (only !== undefined && point.parts.length === 1 && mix.size === 1 && mix.has(only.environment)) return only;
  let present = 0;
  let baseline = 0;
  for (const n of mix.values()) baseline += n;
  for (const part of point.parts) if (part.n > 0) present += mix.get(part.environment) ?? 0;
  if (present === 0) return null;
  const whole = point.complete ? present : baseline;
  let rate = 0;
  let variance = 0;
  let heard = 0;
  for (const { environment, x, n } of point.parts) {
    const weight = (mix.get(environment) ?? 0) / whole;
    if (n === 0 || weight === 0) continue;
    rate += (weight * x) / n;
    variance += (weight * weight) / n;
    heard += weight;
  }
  // What is absent has the share and, on average, the rollouts it had in the baseline.
  if (!point.complete && heard < 1) variance += ((1 - heard) * steps) / baseline;
  const n = Math.min(point.n, 1 / variance);
  return { x: rate * n, n };
}

function measureMix(points: readonly RatePoint[]): Yardstick["mix"] {
  if (points.every((point) => point.parts.length === 0)) return null;
  const mix = new Map<string, number>();
  for (const point of points) {
    for (const { environment, n } of point.parts) mix.set(environment, (mix.get(environment) ?? 0) + n);
  }
  return mix;
}

/**
 * ρ from how far the steps' counts scatter, beyond binomial noise: φ = Σ (x − n p0)² / max(n p0 (1 − p0), ¼) / (steps − 1),
 * ρ = (φ − 1) / (n̄ − 1), within 0.02 and 0.3.
 */
export function estimateClustering(counts: readonly Count[], p0: number): number {
  if (counts.length < clusteringSteps) return leastClustering;
  let scatter = 0;
  let rollouts = 0;
  for (const { x, n } of counts) {
    scatter += (x - n * p0) ** 2 / Math.max(n * p0 * (1 - p0), 0.25);
    rollouts += n;
  }
  const others = rollouts / counts.length - 1;
  if (others <= 0) return leastClustering;
  const rho = (scatter / (counts.length - 1) - 1) / others;
  return Math.min(mostClustering, Math.max(leastClustering, rho));
}

/** The yardstick of these baseline points. @throws RangeError for too few of them. */
export function makeYardstick(points: readonly RatePoint[], sensitivity: Sensitivity): Yardstick {
  if (points.length < learningSteps) {
    throw new RangeError(`a baseline needs ${learningSteps} steps, not ${points.length}`);
  }
  let x = 0;
  let n = 0;
  for (const point of points) {
    x += point.x;
    n += point.n;
  }
  const p0 = baselineRate(x, n);
  const mix = measureMix(points);
  const counts = mix === null ? points : points.flatMap((point) => standardise(point, mix, points.length) ?? []);
  const rho = estimateClustering(counts, p0);
  return { steps: points.length, x, n, p0, pt: practicalNull(p0, sensitivity), rho, mix };
}
