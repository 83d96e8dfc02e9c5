import { addCoverage, type Coverage, emptyCoverage } from "@/lib/core/coverage";
import type { StepBucket } from "@/lib/core/series";
import type { KindCounts, Mean } from "@/lib/core/step-summary";

export interface KindTotal extends KindCounts {
  readonly kind: string;
}

/** Buckets added up: what a page says about all the steps it shows. */
export interface Totals {
  readonly coverage: Coverage;
  readonly steps: number;
  readonly degraded: number;
  readonly maskFlagged: number;
  readonly attempts: number;
  readonly lostAttempts: number;
  readonly zeroRewards: number;
  readonly suspectedFalseZeros: number;
  readonly evidence: Mean;
  readonly asScored: Mean;
  readonly trained: Mean;
  /** Most frequent first, then by name. */
  readonly kinds: readonly KindTotal[];
}

export function sumBuckets(buckets: readonly StepBucket[]): Totals {
  const add = (read: (bucket: StepBucket) => number) => buckets.reduce((total, bucket) => total + read(bucket), 0);
  return {
    coverage: buckets.reduce<Coverage>(addCoverage, emptyCoverage),
    steps: add((bucket) => bucket.steps),
    degraded: add((bucket) => bucket.degraded),
    maskFlagged: add((bucket) => bucket.maskFlagged),
    attempts: add((bucket) => bucket.attempts),
    lostAttempts: add((bucket) => bucket.lostAttempts),
    zeroRewards: add((bucket) => bucket.zeroRewards),
    suspectedFalseZeros: add((bucket) => bucket.suspectedFalseZeros),
    evidence: poolMeans(buckets.map((bucket) => bucket.evidence)),
    asScored: poolMeans(buckets.map((bucket) => bucket.asScored)),
    trained: poolMeans(buckets.map((bucket) => bucket.trained)),
    kinds: sumKinds(buckets),
  };
}

function poolMeans(means: readonly Mean[]): Mean {
  let n = 0;
  let total = 0;
  for (const part of means) {
    if (part.mean === null) continue;
    n += part.n;
    total += part.n * part.mean;
  }
  return { n, mean: n === 0 ? null : total / n };
}

/** Counts of every failure kind over all buckets, most frequent first. */
export function sumKinds(buckets: readonly StepBucket[]): readonly KindTotal[] {
  const totals = new Map<string, KindTotal>();
  for (const bucket of buckets) {
    for (const [kind, counts] of Object.entries(bucket.kinds)) {
      const before = totals.get(kind);
      totals.set(kind, {
        kind,
        count: counts.count + (before?.count ?? 0),
        scored: counts.scored + (before?.scored ?? 0),
        masked: counts.masked + (before?.masked ?? 0),
        unscored: counts.unscored + (before?.unscored ?? 0),
        failed: counts.failed + (before?.failed ?? 0),
        omitted: counts.omitted + (before?.omitted ?? 0),
      });
    }
  }
  return [...totals.values()].sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}

/** Whether anything ever spoke of failure; where not, silence is no good news. */
export function reportsFailures(totals: Pick<Totals, "coverage" | "maskFlagged" | "kinds">): boolean {
  const { masked, unscored, failed } = totals.coverage;
  return masked + unscored + failed + totals.maskFlagged > 0 || totals.kinds.length > 0;
}
