import type Database from "better-sqlite3";
import type { NewNotice, Notice, NoticeEvent, NoticeFilter, NoticeState } from "@/lib/core/alerts/notice";
import { toToldKey } from "@/lib/core/alerts/plan-notices";
import type { AttemptOutcome, QueueChange } from "@/lib/core/alerts/queue";
import type { Severity } from "@/lib/core/detect/severity";
import { isShownRun } from "./runs";

const selectNotices = `
  SELECT notice.*, run.name AS run, a.at AS tried_at, a.took_ms, a.status, a.answer, a.error
  FROM notice
  LEFT JOIN run ON run.id = notice.run_id
  LEFT JOIN notice_attempt AS a ON a.id = (SELECT max(id) FROM notice_attempt WHERE notice_id = notice.id)`;

const selectWaiting = `${selectNotices}
  WHERE webhook_id = ? AND state = 'waiting' AND (run_id IS NULL OR ${isShownRun})
  ORDER BY notice.id`;

const selectLog = `${selectNotices}
  WHERE (run_id IS NULL OR ${isShownRun})
    AND (:webhook IS NULL OR webhook_id = :webhook)
    AND (:state IS NULL OR state = :state)
    AND (:before IS NULL OR notice.id < :before)
  ORDER BY notice.id DESC
  LIMIT :limit`;

const selectPlanned = `
  SELECT DISTINCT webhook_id AS webhook, incident
  FROM notice
  WHERE incident IN (SELECT value FROM json_each(:incidents)) AND state <> 'skipped'`;

/** A notice that was collapsed is told with the one that it is part of. */
const selectSent = `
  WITH RECURSIVE chain (webhook, incident, state, part_of) AS (
    SELECT webhook_id, incident, state, part_of
    FROM notice
    WHERE incident IN (SELECT value FROM json_each(:incidents))
    UNION
    SELECT chain.webhook, chain.incident, notice.state, notice.part_of
    FROM chain
    JOIN notice ON notice.id = chain.part_of
  )
  SELECT DISTINCT webhook, incident FROM chain WHERE state = 'sent'`;

const insertNotice = `
  INSERT INTO notice (key, webhook_id, event_id, run_id, incident, event, severity, text, body, state, why, created_at,
                      settled_at)
  SELECT :key, :webhook, :eventId, (SELECT id FROM run WHERE name = :run), :incident, :event, :severity, :text, :body,
         :state, :why, :createdAt, iif(:state = 'waiting', NULL, :createdAt)
  WHERE EXISTS (SELECT 1 FROM webhook WHERE id = :webhook)
  ON CONFLICT DO NOTHING`;

const settleNotice = `
  UPDATE notice SET state = :state, why = :why, part_of = :partOf, next_try_at = NULL, settled_at = :now
  WHERE id = :id AND state = 'waiting'`;

const updateNotice = `
  UPDATE notice SET
    state       = :state,
    why         = :why,
    attempts    = attempts + 1,
    refusals    = refusals + :refusals,
    next_try_at = :nextTryAt,
    settled_at  = iif(:state = 'waiting', NULL, :at)
  WHERE id = :notice AND state = 'waiting'`;

/** A webhook fails from its first try without an answer to its next with one. */
const updateWebhook = `
  UPDATE webhook SET
    failures      = iif(:until IS NULL, 0, failures + 1),
    failing_since = iif(:until IS NULL, NULL, coalesce(failing_since, :at)),
    next_try_at   = :until
  WHERE id = :webhook`;

/** Tries that are kept, of all notices together. */
const attemptLimit = 10_000;

interface NoticeRow {
  readonly id: number;
  readonly key: string;
  readonly webhook_id: string;
  readonly event_id: number | null;
  readonly run: string | null;
  readonly incident: string | null;
  readonly event: NoticeEvent;
  readonly severity: Severity;
  readonly text: string;
  readonly body: string;
  readonly state: NoticeState;
  readonly why: string | null;
  readonly part_of: number | null;
  readonly attempts: number;
  readonly refusals: number;
  readonly created_at: number;
  readonly next_try_at: number | null;
  readonly settled_at: number | null;
  readonly tried_at: number | null;
  readonly took_ms: number | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
}

function toNotice(row: NoticeRow): Notice {
  const { id, key, run, incident, event, severity, text, body, state, why, attempts, refusals } = row;
  const { tried_at: at, took_ms: tookMs, status, answer, error } = row;
  const isTried = at !== null && tookMs !== null;
  return {
    id,
    key,
    webhook: row.webhook_id,
    eventId: row.event_id,
    run,
    incident,
    event,
    severity,
    text,
    body,
    state,
    why,
    attempts,
    refusals,
    partOf: row.part_of,
    createdAt: row.created_at,
    nextTryAt: row.next_try_at,
    settledAt: row.settled_at,
    lastAttempt: isTried ? { at, tookMs, status, answer, error, retryAfterMs: null } : null,
  };
}

/** The queue of a webhook, oldest first. */
export function listWaiting(db: Database.Database, webhook: string): Notice[] {
  return db.prepare<[string], NoticeRow>(selectWaiting).all(webhook).map(toNotice);
}

/** The log, newest first. */
export function listNotices(db: Database.Database, filter: NoticeFilter): Notice[] {
  const { webhook = null, state = null, before = null, limit } = filter;
  return db.prepare<[object], NoticeRow>(selectLog).all({ webhook, state, before, limit }).map(toNotice);
}

/** Which webhooks have a notice of which of these incidents, by {@link toToldKey}. */
export function listTold(db: Database.Database, incidents: readonly string[], isSent: boolean): Set<string> {
  const rows = db
    .prepare<[object], { webhook: string; incident: string }>(isSent ? selectSent : selectPlanned)
    .all({ incidents: JSON.stringify(incidents) });
  return new Set(rows.map(({ webhook, incident }) => toToldKey(webhook, incident)));
}

/** The last entry of the book of incidents that notices were made of. */
export function readNoticed(db: Database.Database): number {
  return Number(db.prepare("SELECT value FROM meta WHERE name = 'noticed'").pluck().get());
}

/** What the newest notice of an incident tells; null: there is none. */
export function readNoticeBody(db: Database.Database, incident: string): string | null {
  const select = "SELECT body FROM notice WHERE incident = ? ORDER BY id DESC LIMIT 1";
  return db.prepare<[string], string>(select).pluck().get(incident) ?? null;
}

/** @returns its number; null where it was there already, or its webhook is no more. */
function insert(db: Database.Database, notice: NewNotice): number | null {
  const { changes, lastInsertRowid } = db.prepare(insertNotice).run({ ...notice });
  return changes === 0 ? null : Number(lastInsertRowid);
}

/** Moves `noticed` on and queues what was made of the entries in between; false where it stands elsewhere by now. */
export function appendNotices(db: Database.Database, from: number, to: number, notices: readonly NewNotice[]): boolean {
  const moved = db.prepare("UPDATE meta SET value = ? WHERE name = 'noticed' AND value = ?").run(to, from);
  if (moved.changes === 0) return false;
  for (const notice of notices) insert(db, notice);
  return true;
}

/** Tidies a queue: what is told by another notice, or need not be told, leaves it. */
export function changeQueue(db: Database.Database, change: QueueChange, now: number): void {
  const settle = db.prepare(settleNotice);
  for (const { notice, by } of change.absorbed) {
    settle.run({ id: notice, state: "collapsed", why: "A newer notice of the incident tells it.", partOf: by, now });
  }
  for (const id of change.moot) {
    const why = "The incident was withdrawn before anyone was told of it.";
    settle.run({ id, state: "collapsed", why, partOf: null, now });
  }
  const rename = db.prepare("UPDATE notice SET event = ? WHERE id = ? AND state = 'waiting'");
  for (const { notice, event } of change.renamed) rename.run(event, notice);
  if (change.summary === null) return;
  const partOf = insert(db, change.summary.notice);
  for (const id of change.summary.of) settle.run({ id, state: "collapsed", why: "A summary tells it.", partOf, now });
}

/** Takes notices out of the queue for good. */
export function giveUp(db: Database.Database, notices: readonly number[], why: string, now: number): void {
  const settle = db.prepare(settleNotice);
  for (const id of notices) settle.run({ id, state: "given_up", why, partOf: null, now });
}

/** Keeps a try, with what it means for the notice and for all that waits for its webhook. */
export function noteAttempt(db: Database.Database, outcome: AttemptOutcome): void {
  const { notice, webhook, attempt, state, why, isRefusal, nextTryAt, webhookNextTryAt } = outcome;
  const { at, tookMs, status, answer, error } = attempt;
  db.prepare(updateNotice).run({ notice, state, why, nextTryAt, refusals: isRefusal ? 1 : 0, at });
  db.prepare(updateWebhook).run({ webhook, until: webhookNextTryAt, at });
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO notice_attempt (notice_id, at, took_ms, status, answer, error)
       SELECT :notice, :at, :tookMs, :status, :answer, :error WHERE EXISTS (SELECT 1 FROM notice WHERE id = :notice)`,
    )
    .run({ notice, at, tookMs, status, answer, error });
  db.prepare("DELETE FROM notice_attempt WHERE id <= ?").run(Number(lastInsertRowid) - attemptLimit);
}
