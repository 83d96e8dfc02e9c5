import { lostRate } from "../coverage";
import type { Rate } from "../rate";
import { bucketStepsByWidth, maskedFraction, type StepBucket } from "../series";
import type { AlignedRun } from "./align-runs";
import type { ComparePoint, Places, PointRate } from "./comparison";

function toPointRate(
  { count, n }: Rate,
  { min, max }: StepBucket,
  name: "lost" | "masked" | `kind:${string}`,
): PointRate {
  return { count, n, low: min[name] ?? null, high: max[name] ?? null };
}

function toKindRate(bucket: StepBucket, kind: string): PointRate {
  const count = Object.hasOwn(bucket.kinds, kind) ? (bucket.kinds[kind]?.count ?? 0) : 0;
  const { low, high, ...rate } = toPointRate({ count, n: bucket.received }, bucket, `kind:${kind}`);
  // A kind that no step names is none of any.
  return { ...rate, low: low ?? (rate.n === 0 ? null : 0), high: high ?? (rate.n === 0 ? null : 0) };
}

function toPoint(bucket: StepBucket, { from, to }: Places, kind: string | null): ComparePoint {
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
    ofKind: kind === null ? null : toKindRate(bucket, kind),
    masked: toPointRate(maskedFraction(bucket), bucket, "masked"),
    withoutResult: { count: bucket.failed + bucket.unscored + missing, n: bucket.expected },
  };
}

/**
 * A run's steps as points of the common axis, `width` steps each. Steps that were never heard of make none.
 *
 * @param kind the failure kind whose share is asked for; null: none.
 */
export function toComparePoints(
  { steps, origin, places }: AlignedRun,
  width: number,
  kind: string | null,
): readonly ComparePoint[] {
  if (origin === null || places === null) return [];
  const moved = steps.map((summary) => ({ ...summary, step: summary.step - origin }));
  return bucketStepsByWidth(moved, width).map((bucket) => toPoint(bucket, places, kind));
}
