import { z } from "zod";
import { incidentEvents, type Notice, noticeEvents, noticeStates } from "@/lib/core/alerts/notice";
import { shiftStates } from "@/lib/core/detect/detected-shift";
import { severities } from "@/lib/core/detect/severity";
import { runStates } from "@/lib/core/run";
import { WireIncident } from "./incident";
import { toWireTime } from "./step";
import { WireVerdict } from "./verdict";

const count = z.int().min(0);
const step = count.nullable();

const NoticeIncident = WireIncident.pick({
  id: true,
  words: true,
  series: true,
  environment: true,
  split: true,
  segment: true,
  onset: true,
  onset_at: true,
  opened: true,
  last_step: true,
  end: true,
  severity: true,
  share: true,
  before: true,
  during: true,
  excess: true,
}).extend({ state: z.enum([...shiftStates, "withdrawn"]) });

const NoticeRun = z.object({
  run: z.string(),
  name: z.string().nullable(),
  project: z.string().nullable(),
  tags: z.array(z.string()),
  state: z.enum(runStates),
  last_step: step,
});

/** What is told of one incident; kept with the notice until it is sent. */
export const NoticeFacts = z.object({
  text: z.string(),
  /** A path of this server. */
  path: z.string(),
  run: NoticeRun,
  incident: NoticeIncident,
  verdict: WireVerdict.pick({ verdict: true, reason: true }).nullable(),
  last_clean_checkpoint: WireVerdict.shape.last_clean_checkpoint,
});
export type NoticeFacts = z.infer<typeof NoticeFacts>;

/** Facts of several incidents, newest states, as a summary keeps them. */
export const SummaryFacts = z.object({
  of: count,
  incidents: z.array(NoticeFacts.extend({ event: z.enum(incidentEvents) })),
});
export type SummaryFacts = z.infer<typeof SummaryFacts>;

const told = NoticeFacts.omit({ path: true }).extend({ link: z.string() });

/** What a receiver of the generic kind is sent. A summary has `incidents`, and a test says so. */
export const WireNoticeBody = z.object({
  version: z.literal(1),
  notice: z.string(),
  event: z.enum([...noticeEvents, "test"]),
  at: z.iso.datetime(),
  text: z.string(),
  link: z.string(),
  run: NoticeRun.nullable(),
  incident: NoticeIncident.nullable(),
  verdict: NoticeFacts.shape.verdict,
  last_clean_checkpoint: NoticeFacts.shape.last_clean_checkpoint,
  incidents: z.array(told.extend({ event: z.enum(incidentEvents) })).nullable(),
  incident_count: count,
});
export type WireNoticeBody = z.infer<typeof WireNoticeBody>;

/** One line of the log of notices. */
export const WireNotice = z.object({
  notice: count,
  key: z.string(),
  webhook: z.string(),
  run: z.string().nullable(),
  incident: z.string().nullable(),
  event: z.enum(noticeEvents),
  severity: z.enum(severities),
  text: z.string(),
  link: z.string(),
  state: z.enum(noticeStates),
  why: z.string().nullable(),
  part_of: count.nullable(),
  attempts: count,
  created_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
  next_try_at: z.iso.datetime().nullable(),
  last_attempt: z
    .object({
      at: z.iso.datetime(),
      took_ms: count,
      status: z.int().nullable(),
      answer: z.string().nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
});
export type WireNotice = z.infer<typeof WireNotice>;

export const WireNoticeList = z.object({ notices: z.array(WireNotice), next: z.string().nullable() });
export type WireNoticeList = z.infer<typeof WireNoticeList>;

export function toWireNotice(notice: Notice, link: string, nextTryAt: number | null): WireNotice {
  const { id, key, webhook, run, incident, event, severity, text, state, why, partOf, attempts, lastAttempt } = notice;
  return {
    notice: id,
    key,
    webhook,
    run,
    incident,
    event,
    severity,
    text,
    link,
    state,
    why,
    part_of: partOf,
    attempts,
    created_at: new Date(notice.createdAt).toISOString(),
    settled_at: toWireTime(notice.settledAt),
    next_try_at: toWireTime(nextTryAt),
    last_attempt:
      lastAttempt === null
        ? null
        : {
            at: new Date(lastAttempt.at).toISOString(),
            took_ms: lastAttempt.tookMs,
            status: lastAttempt.status,
            answer: lastAttempt.answer,
            error: lastAttempt.error,
          },
  };
}
