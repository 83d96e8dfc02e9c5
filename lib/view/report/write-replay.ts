import { wordsOfSeries } from "@/lib/core/detect/incident-words";
import { kindOfSeries } from "@/lib/core/detect/rate-series";
import { type AlertRule, type RuleAlert, replayRule } from "@/lib/core/report/alert-rule";
import type { ReportSection, ReportSentence } from "@/lib/core/report/document";
import type { RunIncident } from "@/lib/core/run-incident";
import { formatCount, formatNoun, formatPercent, formatRate } from "../format";
import { lastStepOf, nameIncident, nameSteps } from "./incident-past";
import {
  kind,
  named,
  ofStep,
  plain,
  type ReportContext,
  row,
  section,
  strong,
  table,
  time,
  withValues,
} from "./report-parts";

/** `any failure`, or the kind. */
function nameSeries(rule: AlertRule): ReportSentence {
  const found = kindOfSeries(rule.series);
  return [found === null ? plain(wordsOfSeries(rule.series).name) : kind(found)];
}

/** The rule itself. */
function sayRule(rule: AlertRule): ReportSentence {
  const least = rule.count > 1 ? `, and in at least ${formatCount(rule.count)} of them,` : "";
  const row = rule.steps === 1 ? "a complete step" : `each of ${formatCount(rule.steps)} complete steps in a row`;
  const of = rule.series === "unknown" ? "of the expected rollouts" : "of rollouts";
  return [plain("“"), ...nameSeries(rule), plain(` in at least ${formatPercent(rule.over)} ${of}${least} in ${row}”`)];
}

/** The incident that an alert was about; null: a false alarm by what detection says. */
function findIncident(alert: RuleAlert, incidents: readonly RunIncident[]): RunIncident | null {
  return (
    incidents.find(
      (incident) =>
        incident.onset !== null &&
        incident.state !== "rolled_back" &&
        alert.from <= lastStepOf(incident) &&
        alert.to >= incident.onset,
    ) ?? null
  );
}

function sayAgainst(alert: RuleAlert | undefined, incident: RunIncident): ReportSentence {
  const said = incident.opened === null ? "" : ` Detection raised it in step ${formatCount(incident.opened)}.`;
  const about: ReportSentence = [...nameIncident(incident), plain(`, ${nameSteps(incident)}: `)];
  if (alert === undefined) return [plain("Of "), ...about, strong("it would have said nothing."), plain(said)];
  const delay = alert.fired - (incident.onset ?? alert.fired);
  const late =
    delay === 0
      ? "with the first step of it"
      : delay > 0
        ? `${formatNoun(delay, "step")} into it`
        : `${formatNoun(-delay, "step")} before its onset`;
  return [
    plain("Of "),
    ...about,
    strong(`it would have fired in step ${formatCount(alert.fired)}`),
    plain(`, ${late}: ${formatRate(alert.rate)}.${said}`),
  ];
}

/** How many of its alerts were about nothing that detection found. */
function sayAside(all: number, aside: number): string {
  if (all === 0) return "";
  if (aside === 0) return all === 1 ? ", about an incident" : ", each time about an incident";
  const which = aside < all ? `${formatCount(aside)} of them` : all === 1 ? "there" : "each time";
  return `, ${which} where detection found nothing`;
}

function sayReplay(context: ReportContext, alerts: readonly RuleAlert[]): ReportSentence[] {
  const { data } = context;
  const { incidents, rule, steps } = data;
  const complete = steps.filter((step) => step.complete).length;
  if (complete === 0) return [[plain("There is no complete step that a rule could have looked at.")]];
  const aside = alerts.filter((alert) => findIncident(alert, incidents) === null);
  const head: ReportSentence = [
    plain("An alert on "),
    ...sayRule(rule),
    plain(" would have fired "),
    strong(alerts.length === 0 ? "never" : alerts.length === 1 ? "once" : `${formatCount(alerts.length)} times`),
    plain(` in ${formatNoun(complete, "complete step")}`),
    plain(`${sayAside(alerts.length, aside.length)}.`),
  ];
  const told = data.figures
    .map(({ incident }) => incident)
    .filter(({ onset, state }) => onset !== null && state !== "rolled_back")
    .map((incident) =>
      sayAgainst(
        alerts.find((alert) => findIncident(alert, [incident]) !== null),
        incident,
      ),
    );
  return [head, ...told];
}

/** Alerts that a table has room for. */
const shownAlerts = 40;

/** What an alert rule of the reader's choice would have said, held against what detection did. */
export function writeReplay(context: ReportContext): ReportSection {
  const { data, run } = context;
  const alerts = replayRule(data.steps, data.rule);
  const rows = alerts.slice(0, shownAlerts).map((alert) => {
    const incident = findIncident(alert, data.incidents);
    return withValues(
      row(
        [ofStep(formatCount(alert.fired), run, alert.fired)],
        alert.at === null ? "" : [time(alert.at)],
        formatRate(alert.rate),
        alert.isOpen ? `step ${formatCount(alert.to)}, the last one` : `step ${formatCount(alert.to)}`,
        incident === null
          ? "nothing: a false alarm"
          : [
              ...nameIncident(incident),
              plain(`, ${nameSteps(incident)}, raised in step ${formatCount(incident.opened ?? incident.onset ?? 0)}`),
            ],
      ),
      ...[alert.fired, alert.at === null ? null : new Date(alert.at).toISOString(), alert.rate.count, alert.rate.n],
      ...[alert.from, alert.to, alert.isOpen, incident?.id ?? null],
    );
  });
  const hidden = alerts.length - rows.length;
  const note =
    "A rule looks at a step once it is complete; detection also looks while it fills." +
    (hidden > 0 ? ` ${formatNoun(hidden, "later alert")} ${hidden === 1 ? "is" : "are"} not shown.` : "");
  const columns = ["#Fired in step", "When", "Then", "Held until", "Detection says"];
  return section(
    "replay",
    "What an alert rule would have said",
    sayReplay(context, alerts),
    rows.length === 0
      ? []
      : [
          named(
            table("When it would have fired", columns, rows, note),
            ...["fired", "at", "count", "n", "from", "to", "open", "incident"],
          ),
        ],
  );
}
