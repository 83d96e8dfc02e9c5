import type { Store } from "@/db/store";
import { formatRevision } from "@/lib/core/frame";
import type { IssueDifference } from "@/lib/core/issues/issue-difference";
import type { AlertRule } from "@/lib/core/report/alert-rule";
import { type IncidentFigures, kindsOf, orderIncidents, toIncidentFigures } from "@/lib/core/report/figures";
import type { ReportData, ReportIssue } from "@/lib/core/report/report-data";
import type { RunIncident } from "@/lib/core/run-incident";
import type { StepSummary } from "@/lib/core/step-summary";
import { countSeriesOf, stepsOfIncident } from "@/lib/view/incident-links";

/** Incidents that are told in full: each reads rows of its own. */
const toldIncidents = 5;
/** Issues that are shown, and how many are looked at to choose them. */
const shownIssues = 6;
const seenIssues = 50;
/** Issues have more samples, of any run. */
const shownSamples = 3;

/** @param current the whole run's train steps that count now, which most incidents were found in. */
async function readFigures(
  store: Store,
  run: string,
  incident: RunIncident,
  current: readonly StepSummary[],
): Promise<IncidentFigures> {
  const { split, environment, state, openedAt } = incident;
  const of = {
    ...{ run, split, environment: environment ?? undefined },
    segment: state === "rolled_back" ? incident.segment : undefined,
  };
  const isCurrent = split === "train" && environment === null && state !== "rolled_back";
  const [{ steps }, rows] = await Promise.all([
    isCurrent ? { steps: current } : store.reader.listSteps({ ...of, labels: [] }),
    store.reports.readIncidentRows({ ...of, steps: stepsOfIncident(incident), by: openedAt }),
  ]);
  return toIncidentFigures(incident, steps, rows);
}

/** What sets an incident's rollouts apart; null where its series names no rollouts, or where they count no more. */
async function readDifference(store: Store, run: string, incident: RunIncident): Promise<IssueDifference | null> {
  const { steps, kind, outcome, suspected } = countSeriesOf(incident, incident.series);
  if (incident.split !== "train" || incident.state === "rolled_back" || steps === undefined) return null;
  const of =
    kind !== undefined
      ? { kind }
      : suspected === true
        ? ({ suspected: true } as const)
        : outcome === "masked" || outcome === "failed"
          ? { outcome }
          : null;
  return of === null ? null : store.reader.readIssueDifference({ of, run, from: steps.from, to: steps.to });
}

/** The run's issues: those of its incidents' kinds before the others, each by how often it was seen here. */
async function readIssues(store: Store, run: string, kinds: readonly string[]) {
  const page = await store.reader.listIssues({ run, states: null, sort: "count", after: null, limit: seenIssues });
  const chosen = page.issues
    .toSorted((a, b) => Number(kinds.includes(b.kind)) - Number(kinds.includes(a.kind)))
    .slice(0, shownIssues);
  const issues = await Promise.all(
    chosen.map(async ({ id, spans }): Promise<ReportIssue[]> => {
      const issue = await store.reader.readIssue(id);
      const span = spans.find((one) => one.run === run);
      if (issue === null || span === undefined) return [];
      return [{ issue, span, samples: issue.samples.filter((one) => one.run === run).slice(0, shownSamples) }];
    }),
  );
  const shown = issues.flat();
  return { issues: shown, otherIssues: Math.max(0, page.total - shown.length) };
}

/**
 * Everything that the post-mortem of a run is written from.
 *
 * @param payloads what this server keeps of the text of rows.
 * @returns null where there is no such run.
 */
export async function readReport(
  store: Store,
  payloads: ReportData["payloads"],
  run: string,
  rule: AlertRule,
): Promise<ReportData | null> {
  const reading = await store.reader.readRunView({ run, split: "train", labels: [] });
  if (reading === null) return null;
  const books = await store.reports.readReportBooks(run);
  if (books === null) return null;
  const { incidents } = reading;
  const told = orderIncidents(incidents).slice(0, toldIncidents);
  const [figures, differences, evals, issues] = await Promise.all([
    Promise.all(told.map((incident) => readFigures(store, run, incident, reading.steps))),
    Promise.all(told.map(async (incident) => [incident.id, await readDifference(store, run, incident)] as const)),
    store.reader.listSteps({ run, split: "eval", labels: [] }),
    readIssues(store, run, told.flatMap(kindsOf)),
  ]);
  return {
    detail: reading.detail,
    revision: formatRevision(reading.revision),
    steps: reading.steps.filter(({ step }) => step !== null),
    superseded: reading.superseded,
    evalSteps: evals.steps,
    incidents,
    figures,
    verdict: reading.verdict,
    books,
    ...issues,
    differences: Object.fromEntries(
      differences.flatMap(([id, found]) => (found === null ? [] : [[id, found] as const])),
    ),
    rule,
    payloads,
  };
}
