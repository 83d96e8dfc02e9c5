import type Database from "better-sqlite3";
import type { KeptWebhook, NewWebhook, Webhook, WebhookChange, WebhookKind } from "@/lib/core/alerts/webhook";
import type { Severity } from "@/lib/core/detect/severity";

const selectWebhooks = `
  SELECT webhook.*,
         (SELECT count(*) FROM notice WHERE webhook_id = webhook.id AND state = 'waiting')      AS waiting,
         (SELECT max(settled_at) FROM notice WHERE webhook_id = webhook.id AND state = 'sent') AS last_sent_at
  FROM webhook
  ORDER BY source, created_at, id`;

const insertWebhook = `
  INSERT INTO webhook (id, name, kind, source, url, secret, severity, runs, projects, tags, created_at)
  VALUES (:id, :name, :kind, :source, :url, :secret, :severity, :runs, :projects, :tags, :now)
  ON CONFLICT (id) DO UPDATE SET name = :name, kind = :kind, severity = :severity
  WHERE source = 'environment'`;

/** A changed address is another receiver: what failed there says nothing about it. */
const updateWebhook = `
  UPDATE webhook SET
    name     = coalesce(:name, name),
    kind     = coalesce(:kind, kind),
    severity = coalesce(:severity, severity),
    runs     = coalesce(:runs, runs),
    projects = coalesce(:projects, projects),
    tags     = coalesce(:tags, tags),
    paused   = coalesce(:paused, paused),
    secret   = iif(:hasSecret, :secret, secret),
    failures      = iif(:url IS NULL OR :url = url, failures, 0),
    failing_since = iif(:url IS NULL OR :url = url, failing_since, NULL),
    next_try_at   = iif(:url IS NULL OR :url = url, next_try_at, NULL),
    url      = coalesce(:url, url)
  WHERE id = :id`;

interface WebhookRow {
  readonly id: string;
  readonly name: string;
  readonly kind: WebhookKind;
  readonly source: Webhook["source"];
  readonly url: string | null;
  readonly secret: string | null;
  readonly severity: Severity;
  readonly runs: string;
  readonly projects: string;
  readonly tags: string;
  readonly paused: number;
  readonly created_at: number;
  readonly failures: number;
  readonly failing_since: number | null;
  readonly next_try_at: number | null;
  readonly waiting: number;
  readonly last_sent_at: number | null;
}

function toWebhook(row: WebhookRow): KeptWebhook {
  const { id, name, kind, source, severity, failures, waiting, url, secret } = row;
  return {
    id,
    name,
    kind,
    source,
    severity,
    runs: JSON.parse(row.runs),
    projects: JSON.parse(row.projects),
    tags: JSON.parse(row.tags),
    isPaused: row.paused === 1,
    createdAt: row.created_at,
    failures,
    failingSince: row.failing_since,
    nextTryAt: row.next_try_at,
    waiting,
    lastSentAt: row.last_sent_at,
    destination: url === null ? null : { url, secret },
  };
}

/** All, those of the environment among them. */
export function listWebhooks(db: Database.Database): KeptWebhook[] {
  return db.prepare<[], WebhookRow>(selectWebhooks).all().map(toWebhook);
}

/** Adds one, or renews one of the environment. */
export function addWebhook(db: Database.Database, webhook: NewWebhook, now: number): void {
  const { id, name, kind, source, severity, destination, runs, projects, tags } = webhook;
  db.prepare(insertWebhook).run({
    id,
    name,
    kind,
    source,
    severity,
    url: destination?.url ?? null,
    secret: destination?.secret ?? null,
    runs: JSON.stringify(runs),
    projects: JSON.stringify(projects),
    tags: JSON.stringify(tags),
    now,
  });
}

function toList(list: readonly string[] | undefined): string | null {
  return list === undefined ? null : JSON.stringify(list);
}

/** What is left out stays. @returns false where there is none of that id. */
export function changeWebhook(db: Database.Database, id: string, change: WebhookChange): boolean {
  const { name, kind, severity, runs, projects, tags, isPaused, url, secret } = change;
  const { changes } = db.prepare(updateWebhook).run({
    id,
    name: name ?? null,
    kind: kind ?? null,
    severity: severity ?? null,
    runs: toList(runs),
    projects: toList(projects),
    tags: toList(tags),
    paused: isPaused === undefined ? null : isPaused ? 1 : 0,
    url: url ?? null,
    hasSecret: secret === undefined ? 0 : 1,
    secret: secret ?? null,
  });
  return changes > 0;
}

/** With its notices. @returns false where there was none. */
export function removeWebhook(db: Database.Database, id: string): boolean {
  return db.prepare("DELETE FROM webhook WHERE id = ?").run(id).changes > 0;
}

/** Brings those of the environment to what it says; where they lead is never kept. */
export function setEnvironmentWebhooks(db: Database.Database, webhooks: readonly NewWebhook[], now: number): void {
  const named = JSON.stringify(webhooks.map(({ id }) => id));
  db.prepare("DELETE FROM webhook WHERE source = 'environment' AND id NOT IN (SELECT value FROM json_each(?))").run(
    named,
  );
  for (const webhook of webhooks) addWebhook(db, { ...webhook, destination: null }, now);
}
