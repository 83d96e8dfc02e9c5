import type { Place } from "./shift";
import { type Count, effectiveShare, fromOdds, toOdds, type Yardstick } from "./yardstick";

/** Odds of the alternatives, as multiples of the null's. */
const multiples = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 1024] as const;
/** How one alternative does: its CUSUM score, where it last left zero, and the failures since. */
export interface Excursion {
  /** Which alternative: odds of p1 over odds of pt. */
  readonly multiple: number;
  readonly score: number;
  readonly from: Place;
  readonly x: number;
}

/** One slot an alternative; null where its score is zero. */
export type Excursions = readonly (Excursion | null)[];

export const noExcursions: Excursions = multiples.map(() => null);

export function alternativeRate(multiple: number, pt: number): number {
  return fromOdds(multiple * toOdds(pt));
}

/** f · (x ln(p1 / pt) + (n − x) ln((1 − p1) / (1 − pt))). */
function logLikelihoodRatio({ x, n }: Count, p1: number, pt: number, rho: number): number {
  return effectiveShare(n, rho) * (x * Math.log(p1 / pt) + (n - x) * Math.log((1 - p1) / (1 - pt)));
}

/** S = max(0, S + l) for each alternative. */
export function advanceExcursions(
  before: Excursions,
  step: { readonly count: Count; readonly x: number; readonly place: Place },
  { pt, rho }: Yardstick,
): Excursions {
  return multiples.map((multiple, slot) => {
    const excursion = before[slot] ?? null;
    const ratio = logLikelihoodRatio(step.count, alternativeRate(multiple, pt), pt, rho);
    const score = (excursion?.score ?? 0) + ratio;
    if (score <= 0) return null;
    return { multiple, score, from: excursion?.from ?? step.place, x: (excursion?.x ?? 0) + step.x };
  });
}

/** The excursion with the largest score, of those that pass. */
export function findLargest(excursions: Excursions, passes: (excursion: Excursion) => boolean): Excursion | null {
  let largest: Excursion | null = null;
  for (const excursion of excursions) {
    if (excursion === null || !passes(excursion)) continue;
    if (largest === null || excursion.score > largest.score) largest = excursion;
  }
  return largest;
}

/** The ordinal of the earliest step that any excursion began with; null where all scores are zero. */
export function findStart(excursions: Excursions): number | null {
  let start: number | null = null;
  for (const excursion of excursions) {
    if (excursion !== null && (start === null || excursion.from.ordinal < start)) start = excursion.from.ordinal;
  }
  return start;
}
