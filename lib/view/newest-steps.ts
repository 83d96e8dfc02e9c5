import { type Rate, wilsonInterval } from "@/lib/core/rate";
import type { StepBucket } from "@/lib/core/series";

/** Consecutive buckets with one rate over all of them, and the largest and smallest within. */
export interface Stretch {
  readonly buckets: readonly StepBucket[];
  readonly rate: Rate;
  readonly low: number;
  readonly high: number;
}

export interface NewestSteps {
  readonly newest: Stretch;
  /** null: there is nothing before. */
  readonly before: Stretch | null;
  /** Whether every one of the newest lies above every one before, by at least {@link leastGap}. */
  readonly apart: boolean;
  /** Whether what is heard, with all that is still to come counted as well, surely exceeds what was before. */
  readonly sure: boolean;
  /** Both. */
  readonly risen: boolean;
}

/** Smallest difference, in share of rollouts, that is told apart in words. */
const leastGap = 0.1;

/** Fewer rollouts than these say nothing of a share. */
export const fewestJudged = 8;

/** By how much a share must surely exceed the one before to be called a change. */
const leastRise = 0.05;

/**
 * Whether a share is surely above another: the lower end of its 95% interval (Wilson 1927), with rollouts that have not
 * come counted among the rest, exceeds it by five points.
 */
export function isSurelyAbove(rate: Rate, toCome: number, share: number): boolean {
  if (rate.n < fewestJudged) return false;
  const interval = wilsonInterval({ count: rate.count, n: rate.n + toCome });
  return interval !== null && interval[0] >= share + leastRise;
}

/** Buckets whose rates are worth comparing. */
export function settledBuckets(buckets: readonly StepBucket[]): readonly StepBucket[] {
  return buckets.filter((bucket) => bucket.complete || bucket.received >= fewestJudged);
}

/**
 * The newest buckets and those before them, cut where their rates lie apart the most: each of the newest above each one
 * before. That is plain order among counts, no claim about when something began. Where no cut does it, the newest bucket
 * alone is compared with all before.
 */
export function compareNewest(buckets: readonly StepBucket[], read: (bucket: StepBucket) => Rate): NewestSteps | null {
  const counted = buckets.flatMap((bucket) => {
    const rate = read(bucket);
    return rate.n === 0 ? [] : [{ bucket, rate, share: rate.count / rate.n }];
  });
  if (counted.length === 0) return null;
  const lows = suffixLows(counted.map((one) => one.share));
  let cut = counted.length - 1;
  let widest = 0;
  let highest = -1;
  for (let index = 1; index < counted.length; index++) {
    highest = Math.max(highest, counted[index - 1]?.share ?? 0);
    const gap = (lows[index] ?? 0) - highest;
    if (gap > widest) {
      widest = gap;
      cut = index;
    }
  }
  const newest = toStretch(counted.slice(cut));
  const before = cut === 0 ? null : toStretch(counted.slice(0, cut));
  const toCome = newest.buckets.reduce((total, bucket) => total + bucket.unknown, 0);
  const sure = before !== null && isSurelyAbove(newest.rate, toCome, before.rate.count / before.rate.n);
  const apart = widest >= leastGap;
  return { newest, before, apart, sure, risen: apart && sure };
}

function suffixLows(values: readonly number[]): number[] {
  const lows = [...values];
  for (let index = lows.length - 2; index >= 0; index--) {
    lows[index] = Math.min(lows[index] ?? 1, lows[index + 1] ?? 1);
  }
  return lows;
}

function toStretch(part: readonly { bucket: StepBucket; rate: Rate; share: number }[]): Stretch {
  return {
    buckets: part.map((one) => one.bucket),
    rate: {
      count: part.reduce((total, one) => total + one.rate.count, 0),
      n: part.reduce((total, one) => total + one.rate.n, 0),
    },
    low: part.reduce((low, one) => Math.min(low, one.share), 1),
    high: part.reduce((high, one) => Math.max(high, one.share), 0),
  };
}
