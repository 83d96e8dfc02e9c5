import { describeSummary, describeVerdict, titleNotice } from "@/lib/core/alerts/describe-notice";
import type { NoticeEvent } from "@/lib/core/alerts/notice";
import { type ChatMessage, toSlackBody } from "@/lib/core/alerts/slack-body";
import type { WebhookKind } from "@/lib/core/alerts/webhook";
import { describeCheckpoint } from "@/lib/core/detect/describe-incident";
import { NoticeFacts, SummaryFacts, WireNoticeBody } from "@/lib/wire/notice";

interface Envelope {
  readonly key: string;
  readonly now: number;
  /** What links begin with. */
  readonly origin: string;
}

/** Incidents that a chat message names one by one. */
const namedIncidents = 10;

function write(kind: WebhookKind, body: WireNoticeBody, message: ChatMessage): string {
  return JSON.stringify(kind === "slack" ? toSlackBody(message) : WireNoticeBody.parse(body));
}

const nothing = { run: null, incident: null, verdict: null, last_clean_checkpoint: null, incidents: null } as const;

/** What a test says, in the form of a receiver's kind. */
export function writeTest(kind: WebhookKind, { key, now, origin }: Envelope): string {
  const text = "A test from Falsezero: notices of incidents arrive here. Nothing is wrong.";
  const link = `${origin}/settings`;
  const at = new Date(now).toISOString();
  return write(
    kind,
    { version: 1, notice: key, event: "test", at, text, link, ...nothing, incident_count: 0 },
    { title: "Test", lines: [text], link: { url: link, label: "Settings" }, context: null },
  );
}

function writeOne(kind: WebhookKind, event: Exclude<NoticeEvent, "summary">, json: string, envelope: Envelope): string {
  const { path, text, run, incident, verdict, last_clean_checkpoint } = NoticeFacts.parse(JSON.parse(json));
  const { key, now, origin } = envelope;
  const link = origin + path;
  const title = titleNotice(event, run.name ?? run.run, incident.severity);
  const isOpen = incident.state === "open";
  const lines = [
    text,
    ...(verdict === null || !isOpen ? [] : [describeVerdict(verdict.verdict)]),
    ...(isOpen ? [describeCheckpoint(last_clean_checkpoint)] : []),
  ];
  const context = [run.project, ...run.tags].filter((word) => word !== null).join(" · ");
  return write(
    kind,
    {
      version: 1,
      notice: key,
      event,
      at: new Date(now).toISOString(),
      text: `${title}. ${lines.join(" ")}`,
      link,
      run,
      incident,
      verdict,
      last_clean_checkpoint,
      incidents: null,
      incident_count: 1,
    },
    { title, lines, link: { url: link, label: "Open the run" }, context: context === "" ? null : context },
  );
}

function writeSummary(kind: WebhookKind, json: string, { key, now, origin }: Envelope): string {
  const { of, incidents } = SummaryFacts.parse(JSON.parse(json));
  const open = incidents.filter(({ event }) => event === "opened" || event === "severity_rose").length;
  const title = describeSummary(of, open);
  const named = incidents.slice(0, namedIncidents).map(({ run, text }) => `• ${run.name ?? run.run}: ${text}`);
  const rest = of - named.length;
  const lines = [...named, ...(rest > 0 ? [`… and ${rest} more.`] : [])];
  const link = `${origin}/`;
  return write(
    kind,
    {
      version: 1,
      notice: key,
      event: "summary",
      at: new Date(now).toISOString(),
      text: `${title}. ${lines.join(" ")}`,
      link,
      ...nothing,
      incidents: incidents.map(({ path, ...facts }) => ({ ...facts, link: origin + path })),
      incident_count: of,
    },
    { title, lines, link: { url: link, label: "All runs" }, context: null },
  );
}

/** A notice in the form of its receiver's kind. @param facts JSON as it is kept in the queue. */
export function writeNotice(kind: WebhookKind, event: NoticeEvent, facts: string, envelope: Envelope): string {
  return event === "summary" ? writeSummary(kind, facts, envelope) : writeOne(kind, event, facts, envelope);
}
