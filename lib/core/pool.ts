import type { KindCounts, Mean } from "./step-summary";

/** Means over parts as one mean over all of them; parts over nothing have no say. */
export function poolMeans(means: readonly Mean[]): Mean {
  let n = 0;
  let total = 0;
  for (const part of means) {
    if (part.mean === null) continue;
    n += part.n;
    total += part.n * part.mean;
  }
  return { n, mean: n === 0 ? null : total / n };
}

/** Counts by name, added up. */
export function sumCounts(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const totals = new Map<string, number>();
  for (const part of parts) {
    for (const [name, count] of Object.entries(part)) totals.set(name, (totals.get(name) ?? 0) + count);
  }
  return Object.fromEntries(totals);
}

/** Counts by failure kind, added up. */
export function sumKinds(parts: readonly Readonly<Record<string, KindCounts>>[]): Record<string, KindCounts> {
  const totals = new Map<string, KindCounts>();
  for (const part of parts) {
    for (const [kind, counts] of Object.entries(part)) {
      const before = totals.get(kind);
      totals.set(
        kind,
        before === undefined
          ? counts
          : {
              count: before.count + counts.count,
              scored: before.scored + counts.scored,
              masked: before.masked + counts.masked,
              unscored: before.unscored + counts.unscored,
              failed: before.failed + counts.failed,
              omitted: before.omitted + counts.omitted,
            },
      );
    }
  }
  return Object.fromEntries(totals);
}
