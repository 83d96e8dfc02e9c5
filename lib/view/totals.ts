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

const summed = new WeakMap<readonly StepBucket[], Totals>();

/** The totals of a list are asked for many times over while a page is made, and summed up once. */
export function sumBuckets(buckets: readonly StepBucket[]): Totals {
  const known = summed.get(buckets);
  if (known !== undefined) return known;
  const totals = sumUp(buckets);
  summed.set(buckets, totals);
  return totals;
}

function sumUp(buckets: readonly StepBucket[]): Totals {
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

const ranked = new WeakMap<readonly Pick<StepBucket, "kinds">[], readonly KindTotal[]>();

/** Counts of every failure kind over all buckets, most frequent first. */
export function rankKinds(buckets: readonly Pick<StepBucket, "kinds">[]): readonly KindTotal[] {
  const known = ranked.get(buckets);
  if (known !== undefined) return known;
  const kinds = countKinds(buckets);
  ranked.set(buckets, kinds);
  return kinds;
}

function countKinds(buckets: readonly Pick<StepBucket, "kinds">[]): readonly KindTotal[] {
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
