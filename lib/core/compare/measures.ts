import { lostRate } from "../coverage";
import type { Rate } from "../rate";
import { countAnyFailure, maskedFraction } from "../series";
import type { StepSummary } from "../step-summary";

/** Shares that runs are compared by, beside one of each failure kind. */
export const rateMeasures = [
  "lost",
  "any_failure",
  "masked",
  "unscored",
  "failed",
  "omitted",
  "unknown",
  "suspected_false_zeros",
] as const;
export type RateMeasure = (typeof rateMeasures)[number];

export const meanMeasures = ["evidence", "as_scored"] as const;
export type MeanMeasure = (typeof meanMeasures)[number];

const readers: Readonly<Record<RateMeasure, (summary: StepSummary) => Rate>> = {
  lost: lostRate,
  any_failure: (summary) => ({ count: countAnyFailure(summary), n: summary.received }),
  masked: maskedFraction,
  unscored: (summary) => ({ count: summary.unscored, n: summary.received }),
  failed: (summary) => ({ count: summary.failed, n: summary.received }),
  omitted: (summary) => ({ count: summary.omitted, n: summary.received }),
  // What a step still filling has not heard of is to come, not missing.
  unknown: (summary) => (summary.complete ? { count: summary.unknown, n: summary.expected } : { count: 0, n: 0 }),
  suspected_false_zeros: (summary) => ({ count: summary.suspectedFalseZeros, n: summary.received }),
};

export function readRate(summary: StepSummary, measure: RateMeasure): Rate {
  return readers[measure](summary);
}

/** Rollouts of a kind, of those received. */
export function readKindRate(summary: StepSummary, kind: string): Rate {
  const counts = Object.hasOwn(summary.kinds, kind) ? summary.kinds[kind] : undefined;
  return { count: counts?.count ?? 0, n: summary.received };
}
