/** One incident as the panel tells it: every number it has, each a door to the rollouts that it counts. */
import type { RatePeriod, RewardPeriod } from "@/lib/core/detect/detected-shift";
import { fateOf, wordsOfSeries } from "@/lib/core/detect/incident-words";
import { kindOfSeries } from "@/lib/core/detect/rate-series";
import { componentOfSeries } from "@/lib/core/detect/reward-series";
import type { RunOverride } from "@/lib/core/override";
import type { RunIncident } from "@/lib/core/run-incident";
import { nameSteps } from "./chart-marks";
import { formatCount, formatNoun, formatNumber, formatPercent, formatReward, formatUtcMinute } from "./format";
import { formatSigned } from "./format-change";
import { countAllOf, countSeriesOf } from "./incident-links";
import { describeEvidenceLeft, explainCause, hidesInEvidence } from "./incident-reward";
import type { Counted } from "./run-links";
import { nameSeverity, sayWhen } from "./sentence-incident";
import { dim, type SentencePart } from "./sentence-parts";

/** A line of the panel: what it is, and the numbers, some of which lead somewhere. */
export interface IncidentFact {
  readonly label: string;
  readonly parts: readonly SentencePart[];
}

/** A term of the change of the reward; they sum to the last. */
export interface RewardTerm {
  readonly label: string;
  readonly value: string;
  /** The same in full, in units of reward. */
  readonly exact: number;
  readonly as: "term" | "part" | "sum";
}

export interface IncidentEntry {
  readonly id: string;
  readonly severity: RunIncident["severity"];
  readonly severityName: string;
  readonly standing: "open" | "ended" | "rolled_back" | "expected";
  /** `since step 61`, `in steps 61–70`. */
  readonly when: string;
  /** Where it began: `step 61`, `eval`. */
  readonly from: string;
  /** The series, as a name that stands alone; a kind is shown as one. */
  readonly name: string;
  readonly kind: string | null;
  readonly environment: string | null;
  readonly brief: string;
  readonly rollouts: Counted;
  readonly facts: readonly IncidentFact[];
  readonly terms: readonly RewardTerm[];
  /** What the cause of the reward's change means. */
  readonly remark: string | null;
  /** What people said of it, newest first, withdrawn ones too. */
  readonly overrides: readonly RunOverride[];
  /** The kind that a runbook is kept for; null: it has none to keep it under. */
  readonly runbookKind: string | null;
  readonly runbook: string | null;
}

function text(words: string): SentencePart {
  return { text: words, tone: "plain" };
}

function door(words: string, counted: Counted): SentencePart {
  return { text: words, tone: "plain", counted };
}

function isRate(period: RatePeriod | RewardPeriod): period is RatePeriod {
  return "rate" in period;
}

function writePeriod(period: RatePeriod | RewardPeriod, inPercent: boolean): string {
  if (!isRate(period)) {
    if (period.mean === null) return "nothing";
    const error = period.se === null ? "" : ` ± ${formatReward(period.se, inPercent)}`;
    return `${formatReward(period.mean, inPercent)}${error}, ${formatNoun(period.n, "group")}`;
  }
  if (period.rate === null) return "none of 0";
  return `${formatPercent(period.rate)}, ${formatCount(period.x)} of ${formatCount(period.n)}`;
}

/** What is wrong, before and during, with both numbers of each rate. */
function listChange(incident: RunIncident, inPercent: boolean): IncidentFact[] {
  const { before, during, series, excess, steps, completeSteps } = incident;
  // A component has a scale of its own.
  const percent = inPercent && componentOfSeries(series) === null;
  const counted = countSeriesOf(incident, series);
  const filling = steps - completeSteps;
  const over = `, ${formatNoun(steps, "step")}${filling > 0 ? `, ${formatCount(filling)} still filling` : ""}`;
  return [
    {
      label: "Before",
      parts: [text(before === null ? "bad from the start: nothing to compare with" : writePeriod(before, percent))],
    },
    { label: "During", parts: [door(writePeriod(during, percent), counted), dim(over)] },
    ...(excess === null
      ? []
      : [
          {
            label: "Excess",
            parts: [
              text(`${formatCount(Math.round(excess))} ${series === "lost_attempts" ? "attempts" : "rollouts"}`),
              dim(" above what was usual"),
            ],
          },
        ]),
  ];
}

function listOnset(incident: RunIncident): IncidentFact[] {
  const { onset, onsetRange, onsetAt, policySteps, opened, end, state, lastStep, segment } = incident;
  if (onset === null) return [{ label: "Where", parts: [text("eval rollouts outside any step")] }];
  const range =
    onsetRange === null || onsetRange[0] === onsetRange[1]
      ? ""
      : ` (by likelihood ${formatCount(onsetRange[0])}–${formatCount(onsetRange[1])})`;
  const policy =
    policySteps === null
      ? []
      : [
          dim(
            `, policy ${policySteps[0] === policySteps[1] ? formatCount(policySteps[0]) : `${formatCount(policySteps[0])}–${formatCount(policySteps[1])}`}`,
          ),
        ];
  const at: SentencePart[] =
    onsetAt === null ? [] : [dim(", "), { text: formatUtcMinute(onsetAt), tone: "dim", at: onsetAt }];
  const last = end ?? lastStep ?? onset;
  const stand =
    state === "open"
      ? "ongoing"
      : `step ${formatCount(last)}${state === "rolled_back" ? `; rolled back, segment ${segment}` : ""}`;
  const known = opened === null || opened === onset ? "in the same step" : `in step ${formatCount(opened)}`;
  return [
    {
      label: "Onset",
      parts: [
        door(`step ${formatCount(onset)}${range}`, { ...countAllOf(incident), steps: { from: onset, to: onset } }),
        ...at,
        ...policy,
      ],
    },
    { label: "Noticed", parts: [text(known)] },
    { label: "End", parts: [text(stand)] },
  ];
}

function listEffects(incident: RunIncident, inPercent: boolean): IncidentFact[] {
  const { groups, reward } = incident;
  const all = countAllOf(incident);
  const write = (mean: number | null) => (mean === null ? "none" : formatReward(mean, inPercent));
  const facts: IncidentFact[] = [
    { label: "Evidence left", parts: [door(describeEvidenceLeft(incident), { ...all, outcome: "scored" })] },
  ];
  if (groups.n > 0) {
    const shift =
      groups.advantageShift === null
        ? ""
        : `; mean advantage shift ${formatNumber(Number(groups.advantageShift.toPrecision(2)))}`;
    facts.push({
      label: "Groups",
      parts: [
        text(`${formatCount(groups.touched)} of ${formatCount(groups.n)} touched`),
        dim(`, ${formatCount(groups.noSignal)} without signal${shift}`),
      ],
    });
  }
  facts.push({
    label: "Reward",
    parts: [
      text(`as scored ${write(reward.asScored.before.mean)} → ${write(reward.asScored.during.mean)}`),
      dim(`; group means of evidence ${write(reward.evidence.before.mean)} → ${write(reward.evidence.during.mean)}`),
    ],
  });
  return facts;
}

/** What went before it in the same way, and the other series that it shows in. */
function listRelated(incident: RunIncident): IncidentFact[] {
  const facts: IncidentFact[] = incident.precursors.map(({ kind, count, degraded, steps, firstStep, lastStep }) => ({
    label: "Before it",
    parts: [
      door(`${formatCount(count)} ${kind}`, {
        ...countAllOf(incident),
        steps: { from: firstStep, to: lastStep },
        kind,
      }),
      dim(
        ` in ${formatNoun(steps, "step")}, ${nameSteps({ from: firstStep, to: lastStep }).toLowerCase()}${degraded === 0 ? "" : `; ${formatCount(degraded)} scored all the same`}`,
      ),
    ],
  }));
  if (incident.also.length > 0) {
    const parts = incident.also.flatMap((series, index): SentencePart[] => {
      const { name, kind } = wordsOfSeries(series);
      const counted = countSeriesOf(incident, series);
      const part: SentencePart = kind === null ? door(name, counted) : { text: kind, tone: "kind", counted };
      return index === 0 ? [part] : [dim(", "), part];
    });
    facts.push({ label: "Also seen in", parts });
  }
  return facts;
}

/** The change of the mean as scored, term by term; the survivors' by policy and mix where there is a mix. */
function listTerms(incident: RunIncident, inPercent: boolean): RewardTerm[] {
  const terms = incident.reward.attribution;
  if (terms === null || hidesInEvidence(incident)) return [];
  const write = (exact: number) => ({ value: formatSigned(exact, inPercent), exact });
  const hasMix = Math.abs(terms.mix) > 1e-9;
  return [
    { label: "lost rollouts", ...write(terms.lost), as: "term" },
    { label: "survivors", ...write(terms.survivors), as: "term" },
    ...(hasMix
      ? ([
          { label: "their own change", ...write(terms.policy), as: "part" },
          { label: "the environments’ mix", ...write(terms.mix), as: "part" },
        ] as const)
      : []),
    { label: inPercent ? "points in all" : "in all", ...write(terms.change), as: "sum" },
  ];
}

function isAbout(override: RunOverride, incident: RunIncident): boolean {
  if (override.kind !== "accept" && override.kind !== "expect") return false;
  if (override.incident !== null) return override.incident === incident.id;
  return override.series.some(
    ({ series, environment }) => series === incident.series && environment === incident.environment,
  );
}

/** The kind that an incident's runbook is kept under. */
function toRunbookKind(incident: RunIncident): string | null {
  return kindOfSeries(incident.series) ?? incident.also.map(kindOfSeries).find((kind) => kind !== null) ?? null;
}

export interface EntryFacts {
  readonly inPercent: boolean;
  readonly overrides: readonly RunOverride[];
  readonly runbooks: Readonly<Record<string, string>>;
}

export function toIncidentEntry(incident: RunIncident, about: EntryFacts): IncidentEntry {
  const { inPercent, overrides, runbooks } = about;
  const { during, series, isExpected, state } = incident;
  const { name, kind } = wordsOfSeries(series, fateOf(incident));
  const runbookKind = toRunbookKind(incident);
  return {
    id: incident.id,
    severity: incident.severity,
    severityName: nameSeverity(incident),
    standing: isExpected ? "expected" : state,
    when: sayWhen(incident),
    from: incident.onset === null ? "eval" : `step ${formatCount(incident.onset)}`,
    name,
    kind,
    environment: incident.environment,
    brief: writePeriod(during, inPercent && componentOfSeries(series) === null),
    rollouts: countSeriesOf(incident, series),
    facts: [
      ...listOnset(incident),
      ...listChange(incident, inPercent),
      ...listEffects(incident, inPercent),
      ...listRelated(incident),
    ],
    terms: listTerms(incident, inPercent),
    remark: explainCause(incident.reward.cause, incident),
    overrides: overrides.filter((override) => isAbout(override, incident)).toReversed(),
    runbookKind,
    runbook: runbookKind !== null && Object.hasOwn(runbooks, runbookKind) ? (runbooks[runbookKind] ?? null) : null,
  };
}
