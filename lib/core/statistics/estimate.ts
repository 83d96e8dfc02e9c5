import jstat from "jstat";
import { type Rate, rateValue, wilsonInterval } from "../rate";

const { jStat } = jstat;

/** A value with the 95% interval that it lies in. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * A proportion with Wilson's interval, as far as its rollouts are worth: a design effect of 2 halves them (Kish 1965).
 *
 * @param designEffect at least 1. @returns null for 0 of 0.
 */
export function estimateRate(rate: Rate, designEffect = 1): Estimate | null {
  if (!(designEffect >= 1)) throw new RangeError(`a design effect is at least 1, not ${designEffect}`);
  const value = rateValue(rate);
  const interval = wilsonInterval({ count: rate.count / designEffect, n: rate.n / designEffect });
  return value === null || interval === null ? null : { value, low: interval[0], high: interval[1] };
}

/**
 * A mean with Student's interval, mean ± t se.
 *
 * @param units how many independent values its standard error comes from. @returns null below two of them.
 */
export function estimateMean(mean: number, se: number, units: number): Estimate | null {
  if (units < 2) return null;
  const half = jStat.studentt.inv(0.975, units - 1) * se;
  return { value: mean, low: mean - half, high: mean + half };
}

/**
 * The difference `a − b` of two independent estimates, from their own intervals:
 *
 * low = a − b − √((a − a.low)² + (b.high − b)²), high = a − b + √((a.high − a)² + (b − b.low)²).
 *
 * For proportions with Wilson's intervals this is Newcombe's hybrid score interval (Newcombe 1998, Statistics in
 * Medicine 17:873-890, method 10); for other estimates the same by variance recovery (Zou and Donner 2008, Statistics in
 * Medicine 27:1693-1702).
 */
export function estimateDifference(a: Estimate, b: Estimate): Estimate {
  const value = a.value - b.value;
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  };
}

/**
 * Whether two estimates may be called different: their intervals do not touch. That is stricter than a difference whose
 * interval leaves out 0, which makes up for how many differences are looked at together.
 */
export function areApart(a: Estimate, b: Estimate): boolean {
  return a.low > b.high || b.low > a.high;
}
