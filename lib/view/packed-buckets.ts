/**
 * Buckets without field names: what the server puts into the page's HTML. The same numbers as objects name every field in
 * every bucket, which for 500 buckets is a megabyte of names.
 */

import type { Extremes, StepBucket } from "@/lib/core/series";
import type { RunSnapshot } from "@/lib/core/snapshot";

type Nullable = number | null;
type PackedKind = readonly [
  name: number,
  scored: number,
  masked: number,
  unscored: number,
  failed: number,
  omitted: number,
];

/** Counts by name; the name is a place in the list of names. */
type PackedTally = readonly (readonly [name: number, count: number])[];

/** One bucket; its lists of numbers are in the order in which they are packed and unpacked below. */
type PackedRow = readonly [
  counts: readonly number[],
  means: readonly Nullable[],
  learning: readonly Nullable[],
  times: readonly Nullable[],
  complete: 0 | 1,
  segments: readonly number[],
  kinds: readonly PackedKind[],
  tallies: readonly [maskSources: PackedTally, dispositions: PackedTally],
  min: readonly Nullable[],
  max: readonly Nullable[],
];

export interface PackedBuckets {
  readonly segmentNames: readonly string[];
  readonly kindNames: readonly string[];
  readonly rateNames: readonly string[];
  readonly tallyNames: readonly string[];
  readonly rows: readonly PackedRow[];
}

export function packBuckets(buckets: readonly StepBucket[]): PackedBuckets {
  const segmentNames = [...new Set(buckets.flatMap((bucket) => bucket.segments))];
  const kindNames = [...new Set(buckets.flatMap((bucket) => Object.keys(bucket.kinds)))];
  const rateNames = [...new Set(buckets.flatMap((bucket) => [...Object.keys(bucket.min), ...Object.keys(bucket.max)]))];
  const tallyNames = [
    ...new Set(buckets.flatMap((bucket) => [bucket.maskSources, bucket.dispositions].flatMap(Object.keys))),
  ];
  const packTally = (tally: Readonly<Record<string, number>>): PackedTally =>
    Object.entries(tally).map(([name, count]) => [tallyNames.indexOf(name), count]);
  const kindIndex = new Map(kindNames.map((name, index) => [name, index]));
  const readRates = (rates: Extremes) => rateNames.map((name) => rates[name] ?? null);
  const rows = buckets.map((bucket): PackedRow => {
    const kinds = Object.entries(bucket.kinds).map(([name, kind]): PackedKind => {
      return [kindIndex.get(name) ?? 0, kind.scored, kind.masked, kind.unscored, kind.failed, kind.omitted];
    });
    return [
      packCounts(bucket),
      packMeans(bucket),
      packLearning(bucket),
      [bucket.firstSeenAt, bucket.lastSeenAt, bucket.finishedAt],
      bucket.complete ? 1 : 0,
      bucket.segments.map((name) => segmentNames.indexOf(name)),
      kinds,
      [packTally(bucket.maskSources), packTally(bucket.dispositions)],
      readRates(bucket.min),
      readRates(bucket.max),
    ];
  });
  return { segmentNames, kindNames, rateNames, tallyNames, rows };
}

export function unpackBuckets(packed: PackedBuckets): readonly StepBucket[] {
  const { segmentNames, kindNames, rateNames, tallyNames, rows } = packed;
  const unpackTally = (tally: PackedTally) =>
    Object.fromEntries(tally.map(([index, count]) => [tallyNames[index] ?? "", count]));
  return rows.map(([counts, means, learning, times, complete, segments, kinds, tallies, min, max]): StepBucket => {
    const [firstSeenAt = null, lastSeenAt = null, finishedAt = null] = times;
    return {
      ...unpackCounts(counts),
      ...unpackMeans(means),
      learning: unpackLearning(learning),
      firstSeenAt,
      lastSeenAt,
      finishedAt,
      complete: complete === 1,
      segments: segments.map((index) => segmentNames[index] ?? ""),
      kinds: Object.fromEntries(
        kinds.map(([index, scored, masked, unscored, failed, omitted]) => {
          const count = scored + masked + unscored + failed + omitted;
          return [kindNames[index] ?? "", { count, scored, masked, unscored, failed, omitted }];
        }),
      ),
      maskSources: unpackTally(tallies[0]),
      dispositions: unpackTally(tallies[1]),
      min: unpackRates(rateNames, min),
      max: unpackRates(rateNames, max),
    };
  });
}

function packCounts(bucket: StepBucket): readonly number[] {
  const { scored, masked, unscored, failed, omitted, unknown } = bucket;
  return [
    ...[bucket.from, bucket.to, bucket.steps, bucket.expected, bucket.received],
    ...[scored, masked, unscored, failed, omitted, unknown],
    ...[bucket.degraded, bucket.maskFlagged, bucket.trainerMasked, bucket.attempts, bucket.lostAttempts],
    ...[bucket.truncated, bucket.zeroRewards, bucket.suspectedFalseZeros, bucket.reportsFailures],
  ];
}

function unpackCounts(counts: readonly number[]) {
  const [from = 0, to = 0, steps = 0, expected = 0, received = 0, ...rest] = counts;
  const [scored = 0, masked = 0, unscored = 0, failed = 0, omitted = 0, unknown = 0, ...more] = rest;
  const [degraded = 0, maskFlagged = 0, trainerMasked = 0, attempts = 0, lostAttempts = 0, ...last] = more;
  const [truncated = 0, zeroRewards = 0, suspectedFalseZeros = 0, reportsFailures = 0] = last;
  const span = { from, to, steps, expected, received };
  const outcomes = { scored, masked, unscored, failed, omitted, unknown };
  const marks = { degraded, maskFlagged, trainerMasked, attempts, lostAttempts };
  return { ...span, ...outcomes, ...marks, truncated, zeroRewards, suspectedFalseZeros, reportsFailures };
}

function packMeans({ evidence, asScored, trained }: StepBucket): readonly Nullable[] {
  const { n, mean, se, p10, p90 } = evidence;
  return [n, mean, se, p10, p90, asScored.n, asScored.mean, trained.n, trained.mean];
}

function unpackMeans(means: readonly Nullable[]) {
  const [n, mean = null, se = null, p10 = null, p90 = null, asScoredN, asScored = null, trainedN, trained = null] =
    means;
  return {
    evidence: { n: n ?? 0, mean, se, p10, p90 },
    asScored: { n: asScoredN ?? 0, mean: asScored },
    trained: { n: trainedN ?? 0, mean: trained },
  };
}

function packLearning({ learning }: StepBucket): readonly Nullable[] {
  const { prompts, groups, touched, noSignal, advantageShift, touchedWeight } = learning;
  return [prompts, groups, touched, noSignal, advantageShift, touchedWeight];
}

function unpackLearning(packed: readonly Nullable[]): StepBucket["learning"] {
  const [prompts, groups, touched, noSignal, advantageShift = null, touchedWeight = null] = packed;
  const counts = { prompts: prompts ?? 0, groups: groups ?? 0, touched: touched ?? 0, noSignal: noSignal ?? 0 };
  return { ...counts, advantageShift, touchedWeight };
}

function unpackRates(names: readonly string[], values: readonly Nullable[]): Extremes {
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const value = values[index] ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** A snapshot as the server's HTML carries it. */
export interface PackedSnapshot extends Omit<RunSnapshot, "buckets" | "superseded" | "overview"> {
  readonly buckets: PackedBuckets;
  readonly superseded: PackedBuckets;
  readonly overview: PackedBuckets;
}

export function packSnapshot(snapshot: RunSnapshot): PackedSnapshot {
  const { buckets, superseded, overview } = snapshot;
  return {
    ...snapshot,
    buckets: packBuckets(buckets),
    superseded: packBuckets(superseded),
    overview: packBuckets(overview),
  };
}

export function unpackSnapshot(packed: PackedSnapshot): RunSnapshot {
  const { buckets, superseded, overview } = packed;
  return {
    ...packed,
    buckets: unpackBuckets(buckets),
    superseded: unpackBuckets(superseded),
    overview: unpackBuckets(overview),
  };
}
