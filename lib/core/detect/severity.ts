import type { StepSummary } from "../step-summary";
import type { MeanShift, Shift } from "./detected-shift";
import { counterOf, kindOfSeries } from "./rate-series";

export const severities = ["minor", "major", "critical"] as const;
export type Severity = (typeof severities)[number];

/** 0 for the least, so that two can be compared. */
export function rankSeverity(severity: Severity): number {
  return severities.indexOf(severity);
}

const criticalShare = 0.5;
const majorShare = 0.1;
/** A mean that fell by half of itself, and by half a standard deviation of its groups, is major. */
const majorLoss = 0.5;

/** Series that count what was scored validly all the same. */
const validSeries: ReadonlySet<string> = new Set(["truncated", "lost_attempts"]);

/** How many of a series' rollouts were degraded only: named a failure, and scored. */
function countDegraded(series: string, summary: StepSummary): number {
  const kind = kindOfSeries(series);
  if (kind === null) return series === "any_failure" ? summary.degraded : 0;
  return Object.hasOwn(summary.kinds, kind) ? (summary.kinds[kind]?.scored ?? 0) : 0;
}

/** The part of what a series counts that was not scored; 1 where it counts nothing. */
function lostPart(series: string, summaries: readonly StepSummary[]): number {
  const count = counterOf(series);
  let all = 0;
  let degraded = 0;
  for (const summary of summaries) {
    all += count(summary);
    degraded += countDegraded(series, summary);
  }
  return all === 0 ? 1 : 1 - degraded / all;
}

/**
 * The share of a step's rollouts that a shift takes above its baseline. Those that were scored validly all the same are
 * not taken. 0 for a mean.
 */
export function takenShare(shift: Shift, before: readonly StepSummary[], during: readonly StepSummary[]): number {
  if (shift.detector === "reward" || validSeries.has(shift.series)) return 0;
  const ordinary = (shift.before?.rate ?? 0) * lostPart(shift.series, before);
  return Math.max(0, (shift.during.rate ?? 0) * lostPart(shift.series, during) - ordinary);
}

/** By the share of a step's rollouts that is taken; a mean that fell is major at most. */
export function judgeSeverity(shift: Shift, share: number): Severity {
  if (shift.detector === "reward") return judgeLoss(shift);
  if (share >= criticalShare) return "critical";
  return share >= majorShare ? "major" : "minor";
}

function judgeLoss({ before, during }: MeanShift): Severity {
  const lost = (before.mean ?? 0) - (during.mean ?? 0);
  const deviation = (before.se ?? 0) * Math.sqrt(before.n);
  return lost >= majorLoss * Math.max(Math.abs(before.mean ?? 0), deviation) ? "major" : "minor";
}
