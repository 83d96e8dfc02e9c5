import type { Rate } from "./rate";

/** expected = scored + masked + unscored + failed + omitted + unknown, for every step and every run. */
export interface Coverage {
  readonly expected: number;
  readonly received: number;
  readonly scored: number;
  readonly masked: number;
  readonly unscored: number;
  readonly failed: number;
  readonly omitted: number;
  readonly unknown: number;
}

export const emptyCoverage: Coverage = {
  expected: 0,
  received: 0,
  scored: 0,
  masked: 0,
  unscored: 0,
  failed: 0,
  omitted: 0,
  unknown: 0,
};

/** Sums coverages; the identity above holds for the sum because it holds for each part. */
export function addCoverage(a: Coverage, b: Coverage): Coverage {
  return {
    expected: a.expected + b.expected,
    received: a.received + b.received,
    scored: a.scored + b.scored,
    masked: a.masked + b.masked,
    unscored: a.unscored + b.unscored,
    failed: a.failed + b.failed,
    omitted: a.omitted + b.omitted,
    unknown: a.unknown + b.unknown,
  };
}

/** Rollouts that are no evidence, and that nobody left out on purpose. */
export function countLost({ masked, unscored, failed }: Pick<Coverage, "masked" | "unscored" | "failed">): number {
  return masked + unscored + failed;
}

/**
 * Rollouts that came back and say nothing about the policy: masked, unscored and failed, of those received and not
 * omitted. An omission is a decision, so it neither counts as lost nor thins the share of what is.
 */
export function lostRate(coverage: Pick<Coverage, "received" | "masked" | "unscored" | "failed" | "omitted">): Rate {
  return { count: countLost(coverage), n: coverage.received - coverage.omitted };
}
