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
  const totals = new Map<string, { -readonly [Name in keyof KindCounts]: KindCounts[Name] }>();
  for (const part of parts) {
    for (const [kind, counts] of Object.entries(part)) {
      const total = totals.get(kind);
      if (total === undefined) {
        totals.set(kind, { ...counts });
        continue;
      }
      total.count += counts.count;
      total.scored += counts.scored;
      total.masked += counts.masked;
      total.unscored += counts.unscored;
      total.failed += counts.failed;
      total.omitted += counts.omitted;
    }
  }
  return Object.fromEntries(totals);
}
