import type { Annotation } from "@/lib/core/annotation";
import type { Segment } from "@/lib/core/run";
import type { RunIncident } from "@/lib/core/run-incident";
import type { StepBucket } from "@/lib/core/series";

/** One set of data that the charts must survive, and what to look at in it. */
export interface GalleryCase {
  readonly name: string;
  readonly shows: string;
  readonly buckets: readonly StepBucket[];
  readonly superseded?: readonly StepBucket[];
  readonly segments?: readonly Segment[];
  readonly annotations?: readonly Annotation[];
  readonly incidents?: readonly RunIncident[];
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Successes among `n` trials of probability `p`. */
export function draw(random: () => number, n: number, p: number): number {
  let count = 0;
  for (let trial = 0; trial < n; trial++) if (random() < p) count++;
  return count;
}
