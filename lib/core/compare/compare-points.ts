import { lostRate } from "../coverage";
import { type Rate, rateValue } from "../rate";
import { bucketStepsByWidth, maskedFraction, type StepBucket } from "../series";
import type { AlignedRun } from "./align-runs";
import type { ComparePoint, Places, PointRate } from "./comparison";

interface Extremes {
  low: number | null;
  high: number | null;
}

function widen(extremes: Extremes, value: number | null): void {
  if (value === null) return;
  extremes.low = Math.min(extremes.low ?? value, value);
  extremes.high = Math.max(extremes.high ?? value, value);
}

function toPointRate(rate: Rate, low: number | null, high: number | null): PointRate {
  return { count: rate.count, n: rate.n, low, high };
}

function toPoint(bucket: StepBucket, lost: Extremes, { from, to }: Places): ComparePoint {
  const { n, mean, se } = bucket.evidence;
  const missing = bucket.complete ? bucket.unknown : 0;
  return {
    // Buckets lie at multiples of their width; the outer ones end where the run does.
    from: Math.max(bucket.from, from),
    to: Math.min(bucket.to, to),
    steps: bucket.steps,
    complete: bucket.complete,
    evidence: { n, mean, se, low: bucket.min["evidence"] ?? null, high: bucket.max["evidence"] ?? null },
    asScored: bucket.asScored,
    lost: toPointRate(lostRate(bucket), lost.low, lost.high),
    masked: toPointRate(maskedFraction(bucket), bucket.min["masked"] ?? null, bucket.max["masked"] ?? null),
    withoutResult: { count: bucket.failed + bucket.unscored + missing, n: bucket.expected },
  };
}

/** A run's steps as points of the common axis, `width` steps each. Steps that were never heard of make none. */
export function toComparePoints({ steps, origin, places }: AlignedRun, width: number): readonly ComparePoint[] {
  if (origin === null || places === null) return [];
  const lost = new Map<number, Extremes>();
  const moved = steps.map((summary) => {
    const place = summary.step - origin;
    const index = Math.floor(place / width);
    const extremes = lost.get(index) ?? { low: null, high: null };
    widen(extremes, rateValue(lostRate(summary)));
    lost.set(index, extremes);
    return { ...summary, step: place };
  });
  return bucketStepsByWidth(moved, width).map((bucket) =>
    toPoint(bucket, lost.get(Math.floor(bucket.from / width)) ?? { low: null, high: null }, places),
  );
}
