import type { Segment } from "./run";

/** A launch of the trainer after the first, with the step that it begins at; null where none is known. */
export interface Launch {
  readonly segment: Segment;
  readonly step: number | null;
}

function isOlder(a: Segment, b: Segment): boolean {
  return (a.startedAt ?? a.firstHeardAt) < (b.startedAt ?? b.firstHeardAt);
}

/** Launches after the first, as they were told: where a run began is no restart. */
export function listLaunches(segments: readonly Segment[]): readonly Launch[] {
  return segments
    .filter((segment) => segments.some((other) => isOlder(other, segment)))
    .map((segment) => ({ segment, step: segment.fromStep ?? segment.firstStep }));
}
