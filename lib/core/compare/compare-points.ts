import { lostRate } from "../coverage";
import type { Rate } from "../rate";
import { bucketStepsByWidth, maskedFraction, type StepBucket } from "../series";
import type { AlignedRun } from "./align-runs";
import type { ComparePoint, Places, PointRate } from "./comparison";

function toPointRate({ count, n }: Rate, { min, max }: StepBucket, name: "lost" | "masked"): PointRate {
  return { count, n, low: min[name] ?? null, high: max[name] ?? null };
}

function toPoint(bucket: StepBucket, { from, to }: Places): ComparePoint {
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
    lost: toPointRate(lostRate(bucket), bucket, "lost"),
    masked: toPointRate(maskedFraction(bucket), bucket, "masked"),
    withoutResult: { count: bucket.failed + bucket.unscored + missing, n: bucket.expected },
  };
}

/** A run's steps as points of the common axis, `width` steps each. Steps that were never heard of make none. */
export function toComparePoints({ steps, origin, places }: AlignedRun, width: number): readonly ComparePoint[] {
  if (origin === null || places === null) return [];
  const moved = steps.map((summary) => ({ ...summary, step: summary.step - origin }));
  return bucketStepsByWidth(moved, width).map((bucket) => toPoint(bucket, places));
}
