/** The part of a step's count that one environment has. */
export interface RatePart {
  readonly environment: string;
  readonly x: number;
  readonly n: number;
}

/** One step of a count series: `x` of `n`. */
export interface RatePoint {
  readonly step: number;
  readonly segment: string;
  /** A step still filling counts what has not arrived as not failed; it may raise, and neither teaches nor ends. */
  readonly complete: boolean;
  readonly x: number;
  readonly n: number;
  /** By environment, where the series is the whole run's and there is more than one; else empty. */
  readonly parts: readonly RatePart[];
}

/**
 * A series as a detector reads it: points by index, each with its predecessor. Indices grow; a newer segment's first
 * step has an earlier predecessor than the index before it, so that what it superseded is not on its way.
 */
export interface RateLine {
  /** null: nothing was measured there, a gap. */
  at(index: number): RatePoint | null;
  /** The index before on the same line, or -1. */
  previous(index: number): number;
}

/** @throws RangeError for counts that are no counts. */
export function checkPoint(point: RatePoint): void {
  const { x, n, step } = point;
  if (!(x >= 0 && n >= x && Number.isFinite(n))) {
    throw new RangeError(`step ${step}: a rate needs 0 <= x <= n, not ${x} of ${n}`);
  }
}

export function isSamePoint(a: RatePoint, b: RatePoint): boolean {
  return (
    a.step === b.step &&
    a.segment === b.segment &&
    a.complete === b.complete &&
    a.x === b.x &&
    a.n === b.n &&
    a.parts.length === b.parts.length &&
    a.parts.every((part, index) => isSamePart(part, b.parts[index]))
  );
}

function isSamePart(a: RatePart, b: RatePart | undefined): boolean {
  return b !== undefined && a.environment === b.environment && a.x === b.x && a.n === b.n;
}
