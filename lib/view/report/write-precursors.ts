import type { ReportRow, ReportSection, ReportSentence } from "@/lib/core/report/document";
import { type IncidentFigures, kindsOf, type PrecursorFigures } from "@/lib/core/report/figures";
import { formatCount, formatNoun } from "../format";
import { countAllOf } from "../incident-links";
import { nameIncident, nameSteps } from "./incident-past";
import {
  counting,
  kind,
  named,
  ofStep,
  plain,
  type ReportContext,
  row,
  section,
  strong,
  table,
  withValues,
} from "./report-parts";

function sayPrecursor({ count, degraded, steps, firstStep, lastStep, kind: found }: PrecursorFigures): ReportSentence {
  const where =
    firstStep === lastStep
      ? `in step ${formatCount(firstStep)}`
      : `in ${formatNoun(steps, "step")}, from step ${formatCount(firstStep)} to ${formatCount(lastStep)}`;
  const scored = degraded === 0 ? "" : `; ${formatCount(degraded)} of them were scored all the same (degraded)`;
  return [
    kind(found),
    plain(" came "),
    strong(count === 1 ? "once" : `${formatCount(count)} times`),
    plain(` before it, ${where}${scored}.`),
  ];
}

function sayFirst(figures: IncidentFigures): ReportSentence[] {
  const { incident, precursors } = figures;
  if (incident.onset === null)
    return [[plain("These eval rollouts lie outside any step, so nothing lies before them.")]];
  const kinds = kindsOf(incident);
  if (kinds.length === 0)
    return [[plain("It is about no named failure kind, so there is none to look for before it.")]];
  if (precursors.length === 0) {
    return [
      [
        strong("Nothing of the kind came before it: "),
        plain(`none of its failure kinds was seen in the 200 steps before step ${formatCount(incident.onset)}.`),
      ],
    ];
  }
  return precursors.map(sayPrecursor);
}

function toRows({ incident, precursors }: IncidentFigures, run: string): ReportRow[] {
  return precursors.map(({ kind: found, count, degraded, steps, firstStep, lastStep, worstStep, worstCount }) => {
    const counted = { ...countAllOf(incident), steps: { from: firstStep, to: lastStep }, kind: found };
    return withValues(
      row(
        [...nameIncident(incident), plain(`, ${nameSteps(incident)}`)],
        [kind(found)],
        [counting(plain(formatCount(count)), run, counted)],
        formatCount(degraded),
        formatCount(steps),
        `${formatCount(firstStep)}–${formatCount(lastStep)}`,
        worstStep === null
          ? "–"
          : [ofStep(`step ${formatCount(worstStep)}`, run, worstStep), plain(`, ${formatCount(worstCount)}`)],
      ),
      ...[incident.id, found, count, degraded, steps, firstStep, lastStep, worstStep, worstCount],
    );
  });
}

/** Whether it had announced itself: the same kinds in the steps before, degraded ones included. */
export function writePrecursors({ data, run }: ReportContext): ReportSection {
  const [first] = data.figures;
  if (first === undefined)
    return section("precursors", "Precursors", [[plain("No incident, and so nothing that came before one.")]]);
  const rows = data.figures.flatMap((figures) => toRows(figures, run));
  const columns = ["Incident", "Failure kind", "#Before it", "#Degraded", "#In steps", "Between", "Most in"];
  const note = "Looked for in the 200 steps before each onset. Degraded: named a failure, and scored all the same.";
  return section(
    "precursors",
    "Precursors",
    sayFirst(first),
    rows.length === 0
      ? []
      : [
          named(
            table("The same kinds before", columns, rows, note),
            ...[
              "incident",
              "kind",
              "count",
              "degraded",
              "steps",
              "first_step",
              "last_step",
              "worst_step",
              "worst_count",
            ],
          ),
        ],
  );
}
