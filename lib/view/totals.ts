import { addCoverage, type Coverage, emptyCoverage } from "@/lib/core/coverage";
import { poolMeans, sumCounts, sumKinds } from "@/lib/core/pool";
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
  readonly maskSources: Readonly<Record<string, number>>;
  /** What the trainer said it did with rollouts; empty: it said nothing. */
  readonly dispositions: Readonly<Record<string, number>>;
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
    maskSources: sumCounts(buckets.map((bucket) => bucket.maskSources)),
    dispositions: sumCounts(buckets.map((bucket) => bucket.dispositions)),
    attempts: add((bucket) => bucket.attempts),
    lostAttempts: add((bucket) => bucket.lostAttempts),
    zeroRewards: add((bucket) => bucket.zeroRewards),
    suspectedFalseZeros: add((bucket) => bucket.suspectedFalseZeros),
    evidence: poolMeans(buckets.map((bucket) => bucket.evidence)),
    asScored: poolMeans(buckets.map((bucket) => bucket.asScored)),
    trained: poolMeans(buckets.map((bucket) => bucket.trained)),
    kinds: rankKinds(buckets),
  };
}

/** Counts of every failure kind over all buckets, most frequent first. */
export function rankKinds(buckets: readonly Pick<StepBucket, "kinds">[]): readonly KindTotal[] {
  return Object.entries(sumKinds(buckets.map((bucket) => bucket.kinds)))
    .map(([kind, counts]) => ({ kind, ...counts }))
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}

/** The same kinds, those first that have most in some steps above their rate in the steps before these. */
export function rankByExcess(
  buckets: readonly StepBucket[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly KindTotal[] {
  const before = buckets.filter((bucket) => bucket.to < from);
  const within = buckets.filter((bucket) => bucket.to >= from && bucket.from <= to);
  const excess = new Map(rankKinds(within).map(({ kind, count }) => [kind, count]));
  const received = (some: readonly StepBucket[]) => some.reduce((total, bucket) => total + bucket.received, 0);
  const [earlier, now] = [received(before), received(within)];
  for (const { kind, count } of earlier === 0 ? [] : rankKinds(before)) {
    excess.set(kind, (excess.get(kind) ?? 0) - (count / earlier) * now);
  }
  // Equal excesses stay in the order of their counts.
  return rankKinds(buckets).toSorted((a, b) => (excess.get(b.kind) ?? 0) - (excess.get(a.kind) ?? 0));
}
