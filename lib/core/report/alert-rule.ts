import { counterOf, kindOfSeries, type RateName, rateNames } from "../detect/rate-series";
import type { Rate } from "../rate";
import type { StepSummary } from "../step-summary";

/** Series that a rule can watch: counts of a step, each out of a number that is known. */
export const ruleSeries = rateNames.filter((name) => name !== "lost_attempts");

/** An alert as monitoring systems have it: a share that is too high, in enough rollouts, for enough steps. */
export interface AlertRule {
  /** `kind:<name>`, or one of {@link ruleSeries}. */
  readonly series: string;
  /** The share of a step's rollouts that it takes, 0 to 1. */
  readonly over: number;
  /** And at least so many of them. */
  readonly count: number;
  /** In so many steps in a row. */
  readonly steps: number;
}

/** What many a dashboard alerts on: more than 5% failing. */
export const usualRule: AlertRule = { series: "any_failure", over: 0.05, count: 3, steps: 1 };

export function isSameRule(a: AlertRule, b: AlertRule): boolean {
  return a.series === b.series && a.over === b.over && a.count === b.count && a.steps === b.steps;
}

export function isRuleSeries(series: string): boolean {
  const kind = kindOfSeries(series);
  return kind === null ? ruleSeries.some((name: RateName) => name === series) : kind !== "";
}

/** One time that the rule fired: from the step in which enough had come together to the last in which it held. */
export interface RuleAlert {
  /** The first step of the row that fired it. */
  readonly from: number;
  /** The step in which it fired. */
  readonly fired: number;
  /** The last step in which it held. */
  readonly to: number;
  /** It held in the last step that was looked at. */
  readonly isOpen: boolean;
  /** Of the step in which it fired. */
  readonly rate: Rate;
  /** When that step finished, else when its last rollout was heard of; null: not known. */
  readonly at: number | null;
  readonly segment: string;
}

/** What the rule counts in a complete step. @throws RangeError for a series that there is none of. */
function measure(rule: AlertRule, summary: StepSummary): Rate {
  const count = counterOf(rule.series)(summary);
  return { count, n: rule.series === "unknown" ? summary.expected : summary.received };
}

/**
 * What a rule would have said of complete steps of increasing number. A step that is still filling says nothing yet, and
 * one that was never heard of breaks no row: a rule sees no step that does not come.
 */
export function replayRule(steps: readonly StepSummary[], rule: AlertRule): readonly RuleAlert[] {
  const alerts: RuleAlert[] = [];
  let row: StepSummary[] = [];
  let last = 0;
  const endRow = () => {
    const alert = toAlert(rule, row, last);
    if (alert !== null) alerts.push(alert);
    row = [];
  };
  for (const summary of steps) {
    if (summary.step === null || !summary.complete) continue;
    last = summary.step;
    if (holds(rule, summary)) row.push(summary);
    else endRow();
  }
  endRow();
  return alerts;
}

function holds(rule: AlertRule, summary: StepSummary): boolean {
  const { count, n } = measure(rule, summary);
  return n > 0 && count >= rule.count && count >= rule.over * n;
}

/** @param last the last step that was looked at. @returns null where the row is too short to fire. */
function toAlert(rule: AlertRule, row: readonly StepSummary[], last: number): RuleAlert | null {
  const fired = row[rule.steps - 1];
  if (fired === undefined || fired.step === null) return null;
  const to = row.at(-1)?.step ?? fired.step;
  return {
    from: row[0]?.step ?? fired.step,
    fired: fired.step,
    to,
    isOpen: to === last,
    rate: measure(rule, fired),
    at: fired.finishedAt ?? fired.lastSeenAt,
    segment: fired.segment,
  };
}
