/** An incident in the sentence above everything: since when, what, what it did to the reward, and what to do now. */
import type { RatePeriod, RewardPeriod } from "@/lib/core/detect/detected-shift";
import { fateOf, wordsOfSeries } from "@/lib/core/detect/incident-words";
import { rankSeverity } from "@/lib/core/detect/severity";
import type { RunSettings, RunState } from "@/lib/core/run";
import type { RunIncident, RunVerdict } from "@/lib/core/run-incident";
import {
  formatCount,
  formatNoun,
  formatNumber,
  formatOf,
  formatPercent,
  formatReward,
  formatUtcMinute,
} from "./format";
import { countSeriesOf } from "./incident-links";
import { sayWhose } from "./incident-reward";
import { dim, type SentencePart, strong } from "./sentence-parts";
import type { StepRange } from "./step-axis";

export interface IncidentTold {
  readonly incidents: readonly RunIncident[];
  readonly verdict: RunVerdict;
  readonly inPercent: boolean;
  readonly state: RunState;
  readonly settings: Pick<RunSettings, "world" | "onFailed" | "failureReward">;
  /** Whether the trainer said of any rollout what it did with it. */
  readonly toldDispositions: boolean;
}

/** `Critical`. */
export function nameSeverity({ severity }: Pick<RunIncident, "severity">): string {
  return severity.charAt(0).toUpperCase() + severity.slice(1);
}

/** `since step 61`, `in steps 61–70`, `in eval`. */
export function sayWhen({ onset, end, state, lastStep }: RunIncident): string {
  if (onset === null) return "in eval";
  if (state === "open") return `since step ${formatCount(onset)}`;
  const last = end ?? lastStep ?? onset;
  return last === onset ? `in step ${formatCount(onset)}` : `in steps ${formatCount(onset)}–${formatCount(last)}`;
}

/** In the order in which they are told: the verdict's own, then open ones, then by severity, then the newest. */
function orderToTell(incidents: readonly RunIncident[], { verdict }: Pick<IncidentTold, "verdict">): RunIncident[] {
  const order = (is: (incident: RunIncident) => number) => (a: RunIncident, b: RunIncident) => is(b) - is(a);
  const byVerdict = order(({ id }) => Number(id === verdict.incident));
  const byState = order(({ state }) => Number(state === "open"));
  const bySeverity = order(({ severity }) => rankSeverity(severity));
  return incidents
    .filter(({ isExpected }) => !isExpected)
    .sort((a, b) => byVerdict(a, b) || byState(a, b) || bySeverity(a, b));
}

/** The open ones, worst first. */
export function listOpen(told: Pick<IncidentTold, "incidents" | "verdict">): readonly RunIncident[] {
  return orderToTell(told.incidents, told).filter(({ state }) => state === "open");
}

function isWithin({ onset, lastStep }: RunIncident, { from, to }: StepRange): boolean {
  return onset !== null && onset <= to && (lastStep ?? onset) >= from;
}

/** Those that have a step in a range, open ones and worst first. */
export function listWithin(told: Pick<IncidentTold, "incidents" | "verdict">, range: StepRange): RunIncident[] {
  return orderToTell(told.incidents, told).filter((incident) => isWithin(incident, range));
}

/** Those that someone expects there. */
export function listExpected(incidents: readonly RunIncident[], range: StepRange): RunIncident[] {
  return incidents.filter((incident) => incident.isExpected && isWithin(incident, range));
}

function roundCount(count: number): string {
  if (count === 0) return "none";
  return count < 10 ? String(Number(count.toPrecision(count < 1 ? 1 : 2))) : formatCount(Math.round(count));
}

/** A count as so many of a step's rollouts: `59 of 64 a step`, with what it was before at the same size. */
function sayPerStep(during: RatePeriod, before: RatePeriod | null, steps: number): SentencePart[] {
  const size = during.n / Math.max(1, steps);
  const of = steps === 1 ? formatOf({ count: during.x, n: during.n }) : "";
  const count = roundCount(during.x / Math.max(1, steps));
  const said = steps === 1 ? `, ${of}` : `, ${count} of ${formatCount(Math.round(size))} a step`;
  if (before === null || before.rate === null) return [strong(said)];
  return [strong(said), dim(` (before ${roundCount(before.rate * size)})`)];
}

function sayMean(incident: RunIncident, during: RewardPeriod, inPercent: boolean): SentencePart[] {
  const write = (mean: number | null) => (mean === null ? "nothing" : formatReward(mean, inPercent));
  const { series, before } = incident;
  const { share } = wordsOfSeries(series);
  const earlier = before !== null && "mean" in before ? before.mean : null;
  const name = series === "reward" ? "The mean reward of the evidence" : `The ${share}`;
  return [
    strong(`${name} fell to `),
    { text: write(during.mean), tone: "strong", counted: countSeriesOf(incident, "reward") },
    dim(` from ${write(earlier)}`),
  ];
}

/** The change itself: a share with both its numbers a step, or a mean. */
function sayChange(incident: RunIncident, inPercent: boolean): SentencePart[] {
  const { during, before, steps, series } = incident;
  if ("mean" in during) return [...sayMean(incident, during, inPercent), dim(".")];
  const { share, kind } = wordsOfSeries(series, fateOf(incident));
  const earlier = before !== null && "rate" in before ? before : null;
  const rate = during.rate === null ? "None" : formatPercent(during.rate);
  const counted = countSeriesOf(incident, series);
  return [
    strong(`${rate} ${share}`),
    ...(kind === null ? [] : [strong(" "), { text: kind, tone: "kind", counted } as const]),
    ...sayPerStep(during, earlier, steps),
    dim("."),
  ];
}

/** What makes a suspicion one, and what cannot be told where only rewards are known. */
function sayRule(incident: RunIncident, failureReward: number): SentencePart[] {
  const zero = formatNumber(failureReward);
  if (incident.series === "suspected_false_zeros") {
    return [
      dim(` A suspicion, not a report: the reward is exactly ${zero}, no failure is named, and nothing was generated.`),
    ];
  }
  if (incident.series === "zero_rewards") {
    return [dim(" By rewards alone, failures and a policy that got worse look the same.")];
  }
  return [];
}

const worldWords = {
  as_scored: "The trainer learns from them as scored.",
  loss_mask_only: "The trainer masks their loss; they still vote in the baseline.",
  evidence_only: "The trainer leaves them out.",
  drop_group: "The trainer drops their groups.",
} as const;

/** What the trainer does with what was lost, as far as it was told. */
function sayTreatment(incident: RunIncident, told: IncidentTold): SentencePart[] {
  const fate = fateOf(incident);
  if (incident.split === "eval" || fate === "degraded" || incident.share === 0) return [];
  if (incident.series === "suspected_false_zeros" || incident.series === "zero_rewards") return [];
  const { world, onFailed } = told.settings;
  if (world !== null) return [dim(` ${worldWords[world]}`)];
  if (fate === "failed" && onFailed !== null) {
    const words = { zero: "trains them as 0", drop: "drops them", resample: "draws others for them" } as const;
    return [dim(` The trainer ${words[onFailed]}.`)];
  }
  if (told.toldDispositions) return [dim(" What the trainer did with them is told a rollout.")];
  return [dim(" How the trainer treats them: not told.")];
}

/** What to do: the verdict's advice with the checkpoint to go back to. */
function sayAdvice(incident: RunIncident, { verdict, state }: IncidentTold): SentencePart[] {
  if (incident.state !== "open") return [];
  const { lastCleanCheckpoint: clean } = verdict;
  if (verdict.verdict !== "stop" && verdict.verdict !== "watch") return [];
  const name =
    clean === null
      ? "no clean checkpoint is known"
      : `last clean checkpoint: ${/^(step[ _-]?)?\d+$/.test(clean.name) ? `step ${clean.step}` : `${clean.name} (step ${clean.step})`}`;
  const hasEnded = state === "finished" || state === "crashed" || state === "stopped";
  // Nothing is left to pause: only where one could go on from.
  if (hasEnded) return [strong(` ${name.charAt(0).toUpperCase()}${name.slice(1)}.`)];
  const advice = verdict.verdict === "stop" ? "Pause" : "Keep an eye on it";
  return [strong(` ${advice}; ${name}.`)];
}

/** When it began and how much of it is known: ` (14:02, 13 full steps). `. */
function sayOnset({ onset, onsetAt, completeSteps, detector }: RunIncident): SentencePart[] {
  if (onset === null) return [strong(": ")];
  const full = completeSteps === 0 ? "this step still filling" : formatNoun(completeSteps, "full step");
  const level: SentencePart[] = detector === "level" ? [strong(", bad from the start")] : [];
  if (onsetAt === null) return [...level, dim(` (${full}). `)];
  const at: SentencePart = { text: formatUtcMinute(onsetAt), tone: "dim", at: onsetAt };
  return [...level, dim(" ("), at, dim(`, ${full}). `)];
}

/** The first of some incidents in full, and how many more there are. @param where words for the others' place. */
export function sayInFull(some: readonly RunIncident[], told: IncidentTold, where: string): SentencePart[] {
  const [worst, ...others] = some;
  if (worst === undefined) return [];
  const place = worst.environment === null ? "" : ` in ${worst.environment}`;
  const more: SentencePart = { text: `${formatCount(others.length)} more`, tone: "plain", leadsTo: "incidents" };
  return [
    { text: `${nameSeverity(worst)} ${sayWhen(worst)}${place}`, tone: "strong", incident: worst.id },
    ...sayOnset(worst),
    ...sayChange(worst, told.inPercent),
    ...sayRule(worst, told.settings.failureReward),
    ...sayWhose(worst, told.inPercent),
    ...sayTreatment(worst, told),
    ...sayAdvice(worst, told),
    ...(others.length === 0 ? [] : [dim(" And "), more, dim(` ${where}.`)]),
  ];
}

/** An incident in a few words that lead to it: `critical in steps 61–70`, then what it was. */
export function sayBriefly(incident: RunIncident): SentencePart[] {
  const { during, series } = incident;
  const words = wordsOfSeries(series, fateOf(incident));
  const rate = "rate" in during && during.rate !== null ? `${formatPercent(during.rate)} ` : "";
  return [
    { text: `${incident.severity} ${sayWhen(incident)}`, tone: "plain", incident: incident.id },
    dim(": "),
    ...(words.kind === null
      ? [dim(`${rate}${words.name}`)]
      : [dim(rate), { text: words.kind, tone: "kind", counted: countSeriesOf(incident, series) } as const]),
  ];
}

/** Incidents that are over, or that a newer segment ran again, or that someone expects: the newest of each, briefly. */
export function sayPast(incidents: readonly RunIncident[]): SentencePart[] {
  const said = (name: string, some: readonly RunIncident[]): SentencePart[] => {
    const [newest, ...older] = some;
    if (newest === undefined) return [];
    const more = older.length === 0 ? "" : `, and ${formatCount(older.length)} more`;
    return [dim(` ${name}: `), ...sayBriefly(newest), dim(`${more}.`)];
  };
  const counted = incidents.filter(({ isExpected }) => !isExpected);
  return [
    ...said(
      "Over",
      counted.filter(({ state }) => state === "ended"),
    ),
    ...said(
      "Rolled back",
      counted.filter(({ state }) => state === "rolled_back"),
    ),
    ...said(
      "Expected",
      incidents.filter(({ isExpected, state }) => isExpected && state === "open"),
    ),
  ];
}
