import type { StoredOutcome } from "./outcome";

/** Counts of one failure kind while they are counted. */
export class KindTally {
  readonly byOutcome: Record<StoredOutcome, number> = { scored: 0, masked: 0, unscored: 0, failed: 0, omitted: 0 };
  count = 0;

  add(outcome: StoredOutcome): void {
    this.count++;
    this.byOutcome[outcome]++;
  }
}

/** Own, enumerable keys only, whatever they are called. */
export function toRecord<Value, Out>(
  map: ReadonlyMap<string, Value>,
  convert: (value: Value) => Out,
): Record<string, Out> {
  return Object.fromEntries(
    [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, convert(value)]),
  );
}

/** One more of a key. */
export function countInto<Key>(map: Map<Key, number>, key: Key): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
