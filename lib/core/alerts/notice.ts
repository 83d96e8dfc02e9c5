import type { Severity } from "../detect/severity";

/** What the ledger of incidents says, in the order that it was known. */
export const incidentEvents = ["opened", "severity_rose", "ended", "rolled_back", "withdrawn"] as const;
export type IncidentEventName = (typeof incidentEvents)[number];

/** One entry of that ledger. Its number grows. */
export interface IncidentEvent {
  readonly id: number;
  readonly incident: string;
  readonly run: string;
  readonly event: IncidentEventName;
  readonly severity: Severity;
  /** null: eval rollouts outside any step. */
  readonly step: number | null;
  readonly at: number;
}

/** What a notice is about; summary: several incidents at once. */
export const noticeEvents = [...incidentEvents, "summary"] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/**
 * waiting: to be sent. sent: the receiver took it. collapsed: a newer notice, or a summary, tells it. skipped: what it
 * is about was long over when it was found. given_up: the receiver never took it.
 */
export const noticeStates = ["waiting", "sent", "collapsed", "skipped", "given_up"] as const;
export type NoticeState = (typeof noticeStates)[number];

/** A notice as it is put into the queue. */
export interface NewNotice {
  /** The same for every try of it, so that a receiver can tell a repetition. */
  readonly key: string;
  readonly webhook: string;
  /** Entry of the ledger; null for a summary. */
  readonly eventId: number | null;
  /** null for a summary of several runs. */
  readonly run: string | null;
  readonly incident: string | null;
  readonly event: NoticeEvent;
  readonly severity: Severity;
  /** The notice in words. */
  readonly text: string;
  /** JSON of what is sent. */
  readonly body: string;
  readonly state: NoticeState;
  /** Why it is in that state, where that is no matter of course. */
  readonly why: string | null;
  readonly createdAt: number;
}

/** One try of sending something. */
export interface Attempt {
  readonly at: number;
  readonly tookMs: number;
  /** null where no answer came. */
  readonly status: number | null;
  /** The beginning of what was answered. */
  readonly answer: string | null;
  /** What went wrong, in words; null where it was taken. */
  readonly error: string | null;
  /** How long the receiver asks to be left alone, ms. */
  readonly retryAfterMs: number | null;
}

/** A notice of the log. */
export interface Notice extends NewNotice {
  readonly id: number;
  readonly attempts: number;
  /** Of those, the ones that were answered, and refused. */
  readonly refusals: number;
  /** When it is tried again by itself; null: with the next that is due. */
  readonly nextTryAt: number | null;
  /** When it left the queue. */
  readonly settledAt: number | null;
  readonly lastAttempt: Attempt | null;
  /** The notice that tells of it instead. */
  readonly partOf: number | null;
}

/** Notices that are asked for, the newest first. */
export interface NoticeFilter {
  readonly webhook?: string | undefined;
  readonly state?: NoticeState | undefined;
  /** Notices older than this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}
