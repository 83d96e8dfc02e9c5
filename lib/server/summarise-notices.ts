import { createHash } from "node:crypto";
import { describeSummary } from "@/lib/core/alerts/describe-notice";
import type { NewNotice, Notice } from "@/lib/core/alerts/notice";
import { rankSeverity, severities } from "@/lib/core/detect/severity";
import { NoticeFacts, SummaryFacts } from "@/lib/wire/notice";

/** Incidents that a summary tells in full; the others are counted. */
const toldIncidents = 20;

type Told = SummaryFacts["incidents"][number];

function isOpen({ event }: Told): boolean {
  return event === "opened" || event === "severity_rose";
}

/** What a notice tells, a summary's incidents one by one, and how many more it only counts. */
function listTold({ event, body }: Notice): { readonly told: readonly Told[]; readonly more: number } {
  const json: unknown = JSON.parse(body);
  if (event !== "summary") return { told: [{ ...NoticeFacts.parse(json), event }], more: 0 };
  const { of, incidents } = SummaryFacts.parse(json);
  return { told: incidents, more: of - incidents.length };
}

/** A key that is the same for the same content, so that a repetition is known wherever it was made. */
export function makeKey(...parts: readonly (string | number)[]): string {
  return `ntc_${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24)}`;
}

/** One notice in place of several for the same webhook: of each incident the newest state, open ones first. */
export function summariseNotices(webhook: string, notices: readonly Notice[], now: number): NewNotice {
  const newest = new Map<string, Told>();
  let more = 0;
  for (const notice of notices.toSorted((a, b) => a.id - b.id)) {
    const listed = listTold(notice);
    more += listed.more;
    for (const told of listed.told) newest.set(told.incident.id, told);
  }
  const all = [...newest.values()].reverse();
  const incidents = [...all.filter(isOpen), ...all.filter((told) => !isOpen(told))];
  const worst = Math.max(...incidents.map(({ incident }) => rankSeverity(incident.severity)));
  const of = incidents.length + more;
  const facts: SummaryFacts = { of, incidents: incidents.slice(0, toldIncidents) };
  return {
    key: makeKey(webhook, ...notices.map(({ key }) => key)),
    webhook,
    eventId: null,
    run: null,
    incident: null,
    event: "summary",
    severity: severities[worst] ?? "minor",
    text: `${describeSummary(of, incidents.filter(isOpen).length)}.`,
    body: JSON.stringify(facts),
    state: "waiting",
    why: null,
    createdAt: now,
  };
}
