import type { Incident } from "./incident";
import { kindOfSeries } from "./rate-series";
import { componentOfSeries, rewardSeries } from "./reward-series";

/** What one series is of, in words. They are the only ones: sentence, panel, alerts and gate all say the same. */
export interface SeriesWords {
  /** A name that stands alone: `missing rollouts`. */
  readonly name: string;
  /** What follows a share: `of rollouts are masked`. A failure kind, where there is one, comes after it. */
  readonly share: string;
  readonly kind: string | null;
}

const rates: ReadonlyMap<string, readonly [name: string, share: string]> = new Map([
  ["any_failure", ["any failure", "of rollouts come back with a failure"]],
  ["masked", ["masked", "of rollouts are masked"]],
  ["no_result", ["no result", "of rollouts give no result"]],
  ["unknown", ["missing rollouts", "of the expected rollouts are missing"]],
  ["lost_attempts", ["lost attempts", "of attempts are lost and tried again"]],
  ["truncated", ["truncated", "of rollouts are truncated"]],
  ["suspected_false_zeros", ["suspected false zeros", "of rollouts are suspected false zeros"]],
  ["zero_rewards", ["zero rewards", "of rollouts have a reward of zero"]],
]);

/** What became of the rollouts of a kind, where nearly all of them went one way. */
export type Fate = "masked" | "failed" | "degraded";

const fates: Readonly<Record<Fate, string>> = {
  masked: "of rollouts come back masked as",
  failed: "of rollouts fail as",
  degraded: "of rollouts are scored, though named",
};

/** Words for a series. @param fate what became of its rollouts, where it is a kind's. */
export function wordsOfSeries(series: string, fate: Fate | null = null): SeriesWords {
  const kind = kindOfSeries(series);
  if (kind !== null) {
    return { name: kind, share: fate === null ? "of rollouts come back as" : fates[fate], kind };
  }
  const component = componentOfSeries(series);
  const words = rates.get(series);
  if (words !== undefined) return { name: words[0], share: words[1], kind: null };
  if (series === rewardSeries) return { name: "reward", share: "mean reward", kind: null };
  return component === null
    ? { name: series, share: `of rollouts are ${series}`, kind: null }
    : { name: `reward component ${component}`, share: `mean of ${component}`, kind: null };
}

/** Nearly all: this part of a kind's rollouts, by the series that they show in as well. */
const nearlyAll = 0.9;

/** What became of the rollouts of an incident that is a kind's; null where they went several ways, or it is none. */
export function fateOf({ series, during, before, shifts, share }: Incident): Fate | null {
  if (kindOfSeries(series) === null || !("rate" in during)) return null;
  const isMostly = (name: string) =>
    shifts.some((shift) => shift.series === name && "x" in shift.during && shift.during.x >= nearlyAll * during.x);
  if (isMostly("masked")) return "masked";
  if (isMostly("no_result")) return "failed";
  const earlier = before !== null && "rate" in before ? (before.rate ?? 0) : 0;
  // What is taken counts only rollouts that were not scored all the same.
  return share < (1 - nearlyAll) * Math.max(0, (during.rate ?? 0) - earlier) ? "degraded" : null;
}
