import type { Tape } from "./tape";

/** What went wrong in the same way before. */
export interface Precursor {
  readonly kind: string;
  readonly count: number;
  /** Of those, scored all the same. */
  readonly degraded: number;
  /** Steps that had any. */
  readonly steps: number;
  readonly firstStep: number;
  readonly lastStep: number;
}

/** How far back is looked. What is older announced something else. */
const reach = 200;

/** Rollouts of these kinds in the steps before the one at `index`, degraded ones included; by count. */
export function findPrecursors(
  tape: Tape,
  index: number,
  environment: string | null,
  kinds: readonly string[],
): Precursor[] {
  const found = new Map<string, Precursor>();
  let at = tape.previous(index);
  for (let steps = 0; at >= 0 && steps < reach; steps++, at = tape.previous(at)) {
    const summary = tape.summaryAt(at, environment);
    if (summary === null || summary.step === null) continue;
    for (const kind of kinds) {
      const counts = Object.hasOwn(summary.kinds, kind) ? summary.kinds[kind] : undefined;
      if (counts === undefined || counts.count === 0) continue;
      const before = found.get(kind);
      found.set(kind, {
        kind,
        count: counts.count + (before?.count ?? 0),
        degraded: counts.scored + (before?.degraded ?? 0),
        steps: 1 + (before?.steps ?? 0),
        firstStep: summary.step,
        lastStep: before?.lastStep ?? summary.step,
      });
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}
