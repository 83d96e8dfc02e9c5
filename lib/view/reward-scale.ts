import { wilsonInterval } from "@/lib/core/rate";
import type { StepBucket } from "@/lib/core/series";

/** Below this many rollouts a mean is a dot with a whisker, not a point of a line. */
export const thinBelow = 8;

const z95 = 1.959963984540054;

/** Whether rewards may be written in percent: only where they are told, or all seen, to lie in [0, 1]. */
export function isInPercent(
  seen: readonly (number | null | undefined)[],
  told: readonly [number, number] | null,
): boolean {
  if (told !== null) return told[0] >= 0 && told[1] <= 1;
  return seen.every((value) => value === undefined || value === null || (value >= 0 && value <= 1));
}

/** The same of all that charts show of rewards. */
export function rewardsInPercent(buckets: readonly StepBucket[], told: readonly [number, number] | null): boolean {
  if (told !== null) return isInPercent([], told);
  return buckets.every(({ min, max, evidence, asScored, trained }) =>
    isInPercent(
      [
        min["evidence"],
        max["evidence"],
        min["as_scored"],
        max["as_scored"],
        evidence.p10,
        evidence.p90,
        evidence.mean,
        asScored.mean,
        trained.mean,
      ],
      null,
    ),
  );
}

/**
 * 95% interval of an evidence mean: Wilson's for rewards in [0, 1] (conservative where they are fractions), otherwise the
 * mean and 1.96 standard errors, which one rollout does not have.
 */
export function evidenceInterval(
  evidence: StepBucket["evidence"],
  inPercent: boolean,
): readonly [number, number] | null {
  const { n, mean, se } = evidence;
  if (mean === null) return null;
  if (inPercent) return wilsonInterval({ count: mean * n, n });
  return se === null ? null : [mean - z95 * se, mean + z95 * se];
}
