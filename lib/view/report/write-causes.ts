import type { CsvSheet } from "@/lib/core/csv";
import type { ReportBlock, ReportSection, ReportSentence, ReportTable } from "@/lib/core/report/document";
import type { IncidentFigures } from "@/lib/core/report/figures";
import type { ReportIssue } from "@/lib/core/report/report-data";
import { formatCount, formatNoun } from "../format";
import { type DifferenceRow, sayCompared, sayDifference, toCauseRows, toSymptomRows } from "../issue-difference-words";
import { toIssueDifferenceSheet } from "../issue-sheets";
import { nameSpan } from "../issue-words";
import { nameIncident, nameSteps } from "./incident-past";
import {
  dim,
  fromPhrase,
  kind,
  named,
  plain,
  type ReportContext,
  row,
  section,
  strong,
  table,
  withValues,
} from "./report-parts";

/** Samples of an issue: enough to know it by. */
const shownSamples = 2;

function sayApart(figures: IncidentFigures, { data }: ReportContext): ReportSentence {
  const { incident } = figures;
  const found = data.differences[incident.id];
  const about: ReportSentence = [...nameIncident(incident), plain(`, ${nameSteps(incident)}: `)];
  if (found === undefined)
    return [
      ...about,
      plain("what sets its rollouts apart can't be said: its series names no rollouts that still count."),
    ];
  return [...about, ...fromPhrase(sayDifference(found)), dim(` (${sayCompared(found)}.)`)];
}

/** @param sheet the same rows, with their numbers in full. */
function toTable(title: string, rows: readonly DifferenceRow[], sheet: CsvSheet, note: string | null): ReportTable[] {
  if (rows.length === 0) return [];
  const cells = rows.map(({ attribute, value, failing, others, test, separates }, index) =>
    withValues(
      row(
        [separates ? strong(attribute) : plain(attribute)],
        value === null ? "" : [{ as: "name", text: value }],
        failing,
        others,
        `${test}${separates ? "" : " (does not separate them)"}`,
      ),
      ...(sheet.rows[index] ?? []),
    ),
  );
  return [named(table(title, ["Attribute", "Value", "Lost ones", "Others", "Test"], cells, note), ...sheet.columns)];
}

function tabulateDifferences({ data }: ReportContext): ReportTable[] {
  const [first] = data.figures;
  const found = first === undefined ? undefined : data.differences[first.incident.id];
  if (found === undefined) return [];
  const note = `${sayCompared(found)}. p is corrected for everything that was looked at (Bonferroni).`;
  return [
    ...toTable(
      "What sets them apart: fixed before they ran",
      toCauseRows(found),
      toIssueDifferenceSheet({ ...found, numbers: [], symptoms: [] }),
      note,
    ),
    ...toTable(
      "Symptoms: what failing looks like, which explains nothing",
      toSymptomRows(found),
      toIssueDifferenceSheet({ ...found, causes: [] }),
      null,
    ),
  ];
}

function tabulateIssues(issues: readonly ReportIssue[], others: number): ReportTable[] {
  if (issues.length === 0) return [];
  const rows = issues.map(({ issue, span }) =>
    withValues(
      row(
        [{ as: "plain", text: `#${issue.id}`, href: `/issues/${issue.id}` }],
        [kind(issue.kind)],
        [{ as: "name", text: issue.template === "" ? "(no reason told)" : issue.template }],
        formatCount(span.count),
        nameSpan(span),
        `${issue.state}${issue.owner === null ? "" : `, ${issue.owner}`}`,
      ),
      ...[issue.id, issue.kind, issue.template, span.count, span.firstStep, span.lastStep, issue.state, issue.owner],
    ),
  );
  const note =
    others === 0 ? null : `${formatNoun(others, "more issue")} of this run ${others === 1 ? "is" : "are"} not shown.`;
  return [
    named(
      table(
        "Failure issues: reasons grouped by kind and template",
        ["Issue", "Failure kind", "Reason", "#Rollouts", "Seen in", "State"],
        rows,
        note,
      ),
      ...["issue", "kind", "template", "count", "first_step", "last_step", "state", "owner"],
    ),
  ];
}

function listSamples(issues: readonly ReportIssue[]): ReportBlock[] {
  const samples = issues.flatMap(({ issue, samples: found }) =>
    found
      .filter(({ reason }) => reason !== null)
      .slice(0, shownSamples)
      .map(({ reason, rollout, step }) => ({
        text: reason ?? "",
        source: [
          kind(issue.kind),
          plain(step === null ? ", outside any step, " : `, step ${formatCount(step)}, `),
          { as: "plain" as const, text: `rollout ${rollout}`, href: `/rollouts/${rollout}` },
        ],
      })),
  );
  return samples.length === 0 ? [] : [{ as: "samples", title: "Reasons, verbatim", samples }];
}

/** Why: what the rollouts said, and what they have in common that others do not. Causes apart from symptoms. */
export function writeCauses(context: ReportContext): ReportSection {
  const { data } = context;
  const { figures, issues, otherIssues } = data;
  const blocks = [...tabulateDifferences(context), ...tabulateIssues(issues, otherIssues), ...listSamples(issues)];
  const [top] = issues;
  const reason: ReportSentence =
    top === undefined
      ? [plain("No rollout gave a reason for a failure.")]
      : [
          plain("The most frequent reason: "),
          kind(top.issue.kind),
          plain(", "),
          ...(top.issue.template === ""
            ? [plain("without words")]
            : [plain("“"), { as: "name" as const, text: top.issue.template }, plain("”")]),
          plain(`, ${formatNoun(top.span.count, "rollout")} in ${nameSpan(top.span)}.`),
        ];
  if (figures.length === 0)
    return section("causes", "Causes", [[plain("No incident to explain. "), ...reason]], blocks);
  const apart = figures.map((one) => sayApart(one, context));
  const caution: ReportSentence = [plain("What sets rollouts apart is where to look, and no proof of a cause.")];
  return section("causes", "Causes", [...apart, [...reason, plain(" "), ...caution]], blocks);
}
