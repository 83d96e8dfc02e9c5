import type { Outcome } from "@/lib/core/outcome";
import type { ReportSection, ReportSentence, ReportTable } from "@/lib/core/report/document";
import { addSteps, type IncidentFigures } from "@/lib/core/report/figures";
import { formatCount, formatDuration, formatNoun, formatOf, formatPercent, formatReward } from "../format";
import { formatSigned } from "../format-change";
import { countAllOf } from "../incident-links";
import { nameIncident, nameSteps } from "./incident-past";
import {
  counting,
  named,
  plain,
  quotient,
  type ReportContext,
  row,
  section,
  strong,
  sumRow,
  table,
  withValues,
} from "./report-parts";

const outcomeNames = {
  scored: "scored: evidence",
  masked: "masked",
  unscored: "unscored",
  failed: "failed",
  omitted: "omitted on purpose",
  unknown: "unknown: never heard of",
} as const satisfies Record<Outcome, string>;

/** The same line before an incident's onset: what is usual. */
function readBefore({ incident }: IncidentFigures, { data }: ReportContext) {
  const { onset } = incident;
  // Only the whole run's current steps are at hand; an environment, or a launch, has no other line to be held against.
  if (onset === null || incident.environment !== null || incident.state === "rolled_back") return null;
  return addSteps(data.steps.filter(({ step, complete }) => complete && step !== null && step < onset));
}

function share(count: number, n: number): string {
  return n === 0 ? "–" : formatPercent(count / n);
}

/** What became of the rollouts; the six outcomes sum to what was expected. */
function tabulateOutcomes(figures: IncidentFigures, context: ReportContext): ReportTable {
  const { incident, during } = figures;
  const before = readBefore(figures, context);
  const all = countAllOf(incident);
  const { coverage } = during;
  const usual = before?.coverage ?? null;
  const rows = (Object.keys(outcomeNames) as (keyof typeof outcomeNames)[]).map((outcome) => {
    const count = plain(formatCount(coverage[outcome]));
    const cells = [
      outcomeNames[outcome],
      [outcome === "unknown" || coverage[outcome] === 0 ? count : counting(count, context.run, { ...all, outcome })],
      share(coverage[outcome], coverage.expected),
    ];
    const before = usual === null ? [] : [usual[outcome], quotient(usual[outcome], usual.expected)];
    return withValues(
      row(...cells, ...(usual === null ? [] : [formatCount(usual[outcome]), share(usual[outcome], usual.expected)])),
      ...[outcome, coverage[outcome], quotient(coverage[outcome], coverage.expected), ...before],
    );
  });
  const total = withValues(
    sumRow(
      "expected",
      formatCount(coverage.expected),
      "100%",
      ...(usual === null ? [] : [formatCount(usual.expected), "100%"]),
    ),
    ...["expected", coverage.expected, 1, ...(usual === null ? [] : [usual.expected, 1])],
  );
  const columns = ["Outcome", `#In ${nameSteps(incident)}`, "#Share"];
  const earlier = before === null ? [] : [`#In the ${formatNoun(before.steps, "step")} before`, "#Share"];
  return named(
    table("What became of the rollouts", [...columns, ...earlier], [...rows, total]),
    ...["outcome", "count", "share", ...(before === null ? [] : ["before.count", "before.share"])],
  );
}

/** Whose the change of the mean as scored is. */
function tabulateReward({ incident, attribution }: IncidentFigures, inPercent: boolean): ReportTable | null {
  if (attribution === null) return null;
  const write = (value: number) => formatReward(value, inPercent);
  const signed = (value: number) => `${formatSigned(value, inPercent)}${inPercent ? " points" : ""}`;
  const { before, during } = incident.reward.asScored;
  const terms = [
    ["lost_share", "lost rollouts: more or fewer of them", attribution.lostShare],
    ["lost_mean", "lost rollouts: scored otherwise than before", attribution.lostMean],
    ["policy", "those that came through: their own change", attribution.policy],
    ["mix", "those that came through: the environments’ mix", attribution.mix],
  ] as const;
  const rows = [
    withValues(
      row(`mean as scored, before (n ${formatCount(before.n)})`, write(attribution.before)),
      ...["before", attribution.before, before.n],
    ),
    ...terms
      .filter(([, , term]) => Math.abs(term) > 1e-12)
      .map(([id, label, term]) => withValues(row(label, signed(term)), id, term, null)),
    withValues(
      sumRow(`mean as scored, during (n ${formatCount(during.n)})`, write(attribution.after)),
      ...["after", attribution.after, during.n],
    ),
  ];
  const note = `The terms sum exactly to the change of ${signed(attribution.change)}; as written they are rounded.`;
  return named(table("Whose the change of the reward is", ["Part", "#Reward"], rows, note), "term", "reward", "n");
}

/** What the lost rollouts took: an estimate, because it is over those that told it. */
function saySpend(figures: IncidentFigures): ReportSentence {
  const spend = figures.rows.lost;
  if (spend.rollouts === 0) return [];
  const time =
    spend.toldDuration === 0
      ? "how long they ran was not told"
      : `${formatDuration(spend.durationMs)} of rollout time (told by ${formatOf({ count: spend.toldDuration, n: spend.rollouts })})`;
  const tokens =
    spend.toldTokens === 0
      ? "their tokens were not told"
      : `${formatCount(spend.inputTokens)} input and ${formatCount(spend.outputTokens)} output tokens (told by ${formatOf({ count: spend.toldTokens, n: spend.rollouts })})`;
  const wall =
    figures.wallMs === null
      ? "On the clock, how long the run was in it is not known."
      : `On the clock, the run was in it for ${formatDuration(figures.wallMs)}.`;
  return [strong("Spent on the lost rollouts, as an estimate: "), plain(`${time}; ${tokens}. ${wall}`)];
}

function sayGroups({ during, incident }: IncidentFigures): ReportSentence {
  const { n, touched, noSignal } = during.groups;
  if (n === 0) return [plain("Rollouts carry no group, so what this did to their advantages is not known.")];
  return [
    plain(
      `Of ${formatNoun(n, "prompt group")}, ${touched === n && n > 1 ? `all ${formatCount(n)}` : formatCount(touched)} lost at least one rollout, and `,
    ),
    strong(`${formatCount(noSignal)} had no signal`),
    plain(
      ` (fewer than two rollouts of evidence, or all with one reward)${incident.groups.advantageShift === null ? "" : "; a group without signal teaches nothing"}.`,
    ),
  ];
}

function sayLoss({ during, lost, incident }: IncidentFigures, run: string): ReportSentence {
  const { coverage } = during;
  const all = countAllOf(incident);
  return [
    strong(`${formatCount(lost)} of ${formatNoun(coverage.received, "rollout")} that came were lost`),
    plain(" (masked, failed or unscored); "),
    counting(plain(`${formatCount(coverage.scored)} are evidence`), run, { ...all, outcome: "scored" }),
    plain(`${during.suspected === 0 ? "" : `, ${formatCount(during.suspected)} of them suspected false zeros`}.`),
  ];
}

/** One line for each incident that is told in full. */
function tabulateAll({ data, inPercent }: ReportContext): ReportTable {
  const write = (mean: number | null) => (mean === null ? "none" : formatReward(mean, inPercent));
  const rows = data.figures.map(({ incident, during, lost, attribution }) =>
    withValues(
      row(
        [...nameIncident(incident)],
        nameSteps(incident),
        `${formatCount(lost)} of ${formatCount(during.coverage.received)}`,
        formatCount(during.coverage.scored),
        `${write(incident.reward.asScored.before.mean)} → ${write(incident.reward.asScored.during.mean)}`,
        attribution === null ? "–" : formatSigned(attribution.lost, inPercent),
        attribution === null ? "–" : formatSigned(attribution.survivors, inPercent),
        formatOf({ count: during.groups.noSignal, n: during.groups.n }),
      ),
      ...[incident.id, incident.series, incident.environment, incident.onset, incident.lastStep],
      ...[lost, during.coverage.received, during.coverage.scored],
      ...[incident.reward.asScored.before.mean, incident.reward.asScored.during.mean],
      ...[attribution?.lost ?? null, attribution?.survivors ?? null, during.groups.noSignal, during.groups.n],
    ),
  );
  const columns = [
    "Incident",
    "Steps",
    "#Lost",
    "#Evidence",
    "#As scored",
    "#By lost rollouts",
    "#By the others",
    "#Groups without signal",
  ];
  const untold = data.incidents.length - data.figures.length;
  const note =
    untold === 0
      ? null
      : `${formatNoun(untold, "more incident")}, expected or smaller, ${untold === 1 ? "is" : "are"} in the timeline only.`;
  return named(
    table("All incidents", columns, rows, note),
    ...["id", "series", "environment", "onset", "last_step", "lost", "received", "scored"],
    ...["as_scored.before", "as_scored.during", "reward.lost", "reward.survivors", "groups.no_signal", "groups.n"],
  );
}

/** What it cost. */
export function writeImpact(context: ReportContext): ReportSection {
  const { data, run, inPercent } = context;
  const [first] = data.figures;
  if (first === undefined) return section("impact", "Impact", [[plain("No incident, and so no impact to speak of.")]]);
  const prose = [sayLoss(first, run), sayGroups(first), saySpend(first)];
  const reward = tabulateReward(first, inPercent);
  const tables = [tabulateOutcomes(first, context), ...(reward === null ? [] : [reward])];
  return section("impact", "Impact", prose, data.figures.length > 1 ? [...tables, tabulateAll(context)] : tables);
}
