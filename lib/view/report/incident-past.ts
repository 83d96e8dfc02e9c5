/** An incident in the words of somebody who looks back at it. */
import type { RatePeriod, RewardPeriod } from "@/lib/core/detect/detected-shift";
import { type Fate, fateOf, wordsOfSeries } from "@/lib/core/detect/incident-words";
import { componentOfSeries } from "@/lib/core/detect/reward-series";
import type { ReportPart, ReportSentence } from "@/lib/core/report/document";
import type { IncidentFigures } from "@/lib/core/report/figures";
import type { RunIncident } from "@/lib/core/run-incident";
import { formatCount, formatNoun, formatOf, formatPercent, formatReward } from "../format";
import { countSeriesOf } from "../incident-links";
import { counting, dim, kind, ofStep, plain, strong, time } from "./report-parts";

const rates: Readonly<Record<string, string>> = {
  any_failure: "of rollouts came back with a failure",
  masked: "of rollouts were masked",
  no_result: "of rollouts gave no result",
  unknown: "of the expected rollouts never came",
  lost_attempts: "of attempts were lost and tried again",
  truncated: "of rollouts were truncated",
  suspected_false_zeros: "of rollouts were suspected false zeros",
  zero_rewards: "of rollouts had a reward of zero",
};

const fates: Readonly<Record<Fate, string>> = {
  masked: "of rollouts came back masked as",
  failed: "of rollouts failed as",
  degraded: "of rollouts were scored, though named",
};

/** What follows a share: `of rollouts came back masked as session_lost`. */
function sayShare(incident: RunIncident): ReportSentence {
  const { kind: found, share } = wordsOfSeries(incident.series);
  const fate = fateOf(incident);
  if (found !== null)
    return [strong(fate === null ? "of rollouts came back as" : fates[fate]), plain(" "), kind(found)];
  return [strong(rates[incident.series] ?? share)];
}

/** The series as a name. */
export function nameIncident(incident: Pick<RunIncident, "series" | "environment">): ReportSentence {
  const { kind: found, name } = wordsOfSeries(incident.series);
  const place: ReportPart[] =
    incident.environment === null ? [] : [plain(" in "), { as: "name", text: incident.environment }];
  return [found === null ? plain(name) : kind(found), ...place];
}

/** The last step that it covers. */
export function lastStepOf({ onset, lastStep, end }: RunIncident): number {
  return end ?? lastStep ?? onset ?? 0;
}

/** `steps 61–80`, `step 61`, `eval outside steps`. */
export function nameSteps(incident: RunIncident): string {
  const { onset } = incident;
  if (onset === null) return "eval outside steps";
  const last = lastStepOf(incident);
  return last === onset ? `step ${formatCount(onset)}` : `steps ${formatCount(onset)}–${formatCount(last)}`;
}

/** `From step 61 to step 80 (2026-03-04 14:02 UTC to 2026-03-04 16:40 UTC)`. */
export function saySpan({ incident, lastAt }: IncidentFigures, run: string): ReportSentence {
  const { onset, onsetAt, state } = incident;
  if (onset === null) return [strong("Among the eval rollouts outside any step")];
  const last = lastStepOf(incident);
  const clock: ReportPart[] =
    onsetAt === null
      ? []
      : lastAt === null || last === onset
        ? [dim(" ("), { ...time(onsetAt), as: "dim" }, dim(")")]
        : [dim(" ("), { ...time(onsetAt), as: "dim" }, dim(" to "), { ...time(lastAt), as: "dim" }, dim(")")];
  const at = (step: number): ReportPart => ({ ...ofStep(`step ${formatCount(step)}`, run, step), as: "strong" });
  if (state === "open") {
    return [strong("From "), at(onset), strong(" to the last step heard of, "), strong(formatCount(last)), ...clock];
  }
  if (last === onset) return [strong("In "), at(onset), ...clock];
  return [strong("From "), at(onset), strong(" to "), at(last), ...clock];
}

function isRate(period: RatePeriod | RewardPeriod): period is RatePeriod {
  return "rate" in period;
}

/** `92% (1,172 of 1,280)`; a mean with its groups. */
function writePeriod(period: RatePeriod | RewardPeriod | null, incident: RunIncident, inPercent: boolean): string {
  if (period === null) return "bad from the start";
  if (isRate(period)) {
    if (period.rate === null) return "none of 0";
    return `${formatPercent(period.rate)} (${formatOf({ count: period.x, n: period.n })})`;
  }
  if (period.mean === null) return "nothing";
  const percent = inPercent && componentOfSeries(incident.series) === null;
  return `${formatReward(period.mean, percent)} (${formatNoun(period.n, "group")})`;
}

/** `92% of rollouts came back masked as session_lost: 1,172 of 1,280, against 0.3% (12 of 3,840) before.` */
export function sayChange(incident: RunIncident, run: string, inPercent: boolean): ReportSentence {
  const { before, during, series } = incident;
  const counted = countSeriesOf(incident, series);
  if (!isRate(during)) {
    return [
      strong("the mean of the evidence fell to "),
      counting(strong(writePeriod(during, incident, inPercent)), run, counted),
      plain(` from ${writePeriod(before, incident, inPercent)}.`),
    ];
  }
  const share = during.rate === null ? "none" : formatPercent(during.rate);
  const of = formatOf({ count: during.x, n: during.n });
  const earlier =
    before === null ? ", from the first step on" : `, against ${writePeriod(before, incident, inPercent)} before`;
  return [
    strong(`${share} `),
    ...sayShare(incident),
    plain(": "),
    counting(strong(of), run, counted),
    plain(`${earlier}.`),
  ];
}
