import type { StepSummary } from "../step-summary";
import { RateDetector } from "./cusum";
import { type LineDetector, LineTracker } from "./line-tracker";
import { followsCurriculum, judgesLevel, listCounted, RateSeries } from "./rate-series";
import { RewardDetector } from "./reward";
import { RewardSeries, rewardSeries, toComponentSeries } from "./reward-series";
import type { Sensitivity } from "./sensitivity";
import type { Tape, TapeChange } from "./tape";
import { type LocatedShift, type Owner, toCountShift, toMeanShift } from "./to-shift";

/** A person's word that a rate, or a mean, is as it should be from a step on. */
export interface Acceptance {
  readonly series: string;
  readonly environment: string | null;
  readonly fromStep: number;
}

/** What of a run's facts changes what a detector says. */
export interface WatchRules {
  readonly sensitivity: Sensitivity;
  readonly acceptances: readonly Acceptance[];
  /** Steps at which an annotation says that the curriculum changed. */
  readonly curricula: readonly number[];
}

/** One series of one environment, or of the whole run, with the detector that reads it. */
export interface SeriesWatch {
  readonly series: string;
  readonly environment: string | null;
  invalidate(change: TapeChange): void;
  listShifts(): LocatedShift[];
}

/** The series that a step says anything in: counts above 0, and rewards. */
export function listWatched(summary: StepSummary): string[] {
  const { evidence, components } = summary.groups;
  const rewards = evidence.n > 0 ? [rewardSeries] : [];
  return [...listCounted(summary), ...rewards, ...Object.keys(components).map(toComponentSeries)];
}

function isReward(series: string): boolean {
  return series === rewardSeries || series.startsWith(toComponentSeries(""));
}

function listRestarts(series: string, environment: string | null, rules: WatchRules): number[] {
  const accepted = rules.acceptances
    .filter((acceptance) => acceptance.series === series && acceptance.environment === environment)
    .map((acceptance) => acceptance.fromStep);
  return followsCurriculum(series) ? [...accepted, ...rules.curricula] : accepted;
}

function track<Detector extends LineDetector<Detector>>(
  tape: Tape,
  owner: Owner,
  begin: () => Detector,
  list: (detector: Detector) => LocatedShift[],
): SeriesWatch {
  const tracker = new LineTracker(tape, begin);
  const { series, environment } = owner;
  return {
    series,
    environment,
    invalidate: (change) => tracker.invalidate(change),
    listShifts: () => list(tracker.read()),
  };
}

export function watchSeries(tape: Tape, series: string, environment: string | null, rules: WatchRules): SeriesWatch {
  const { sensitivity } = rules;
  const owner = { series, environment, threshold: sensitivity.openAt };
  const restarts = listRestarts(series, environment, rules);
  if (isReward(series)) {
    const line = new RewardSeries(tape, series, environment);
    const begin = () => new RewardDetector(line, { sensitivity, restarts });
    return track(tape, owner, begin, ({ shifts }) => shifts.map((found) => toMeanShift(owner, found)));
  }
  const line = new RateSeries(tape, series, environment);
  const begin = () => new RateDetector(line, { sensitivity, restarts, judgesLevel: judgesLevel(series) });
  return track(tape, owner, begin, ({ shifts }) => shifts.map((found) => toCountShift(owner, found)));
}
