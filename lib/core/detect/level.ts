import { wilsonInterval } from "../rate";
import { type Count, effectiveShare } from "./yardstick";

/** 99%, two-sided. */
const z99 = 2.5758293035489004;
/** The rate that no healthy run is above from its first steps on; the null of a level's end. */
export const levelNull = 0.2;
const leastFailures = 3;
/** There is nothing to estimate it from, and up to four looks: a healthy run at 20% must not be called bad. */
const assumedClustering = 0.05;

export interface Level {
  readonly rate: number;
  /** Wilson 99% lower bound on effective counts. */
  readonly low: number;
}

/**
 * Bad from the start, where there is no baseline to compare with: the Wilson (1927) 99% lower bound of the pooled
 * counts above 20%, each count shrunk to what clustered rollouts are worth. Assumes ρ = 0.05. Fewer than 3 failures are never a level.
 *
 * @returns null where it is none.
 */
export function judgeLevel(counts: readonly Count[]): Level | null {
  let x = 0;
  let n = 0;
  let effectiveX = 0;
  let effectiveN = 0;
  for (const count of counts) {
    const share = effectiveShare(count.n, assumedClustering);
    x += count.x;
    n += count.n;
    effectiveX += share * count.x;
    effectiveN += share * count.n;
  }
  const interval = wilsonInterval({ count: effectiveX, n: effectiveN }, z99);
  if (interval === null || x < leastFailures || interval[0] <= levelNull) return null;
  return { rate: x / n, low: interval[0] };
}
