import type Database from "better-sqlite3";
import type { NewNotice, Notice, NoticeFilter } from "@/lib/core/alerts/notice";
import type { AttemptOutcome, QueueChange } from "@/lib/core/alerts/queue";
import type { KeptWebhook, NewWebhook, WebhookChange } from "@/lib/core/alerts/webhook";
import type { AlertStore } from "../store";
import {
  appendNotices,
  changeQueue,
  giveUp,
  listNotices,
  listTold,
  listWaiting,
  noteAttempt,
  readNoticeBody,
  readNoticed,
} from "./notices";
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, setEnvironmentWebhooks } from "./webhooks";
import type { SqliteWriter } from "./writer";

/** Webhooks and notices, written through the same queue as everything else, in tables that no rebuild touches. */
export class SqliteAlerts implements AlertStore {
  readonly #db: Database.Database;
  readonly #writer: SqliteWriter;
  readonly #now: () => number;

  constructor(db: Database.Database, writer: SqliteWriter, now: () => number) {
    this.#db = db;
    this.#writer = writer;
    this.#now = now;
  }

  async listWebhooks(): Promise<readonly KeptWebhook[]> {
    return listWebhooks(this.#db);
  }

  addWebhook(webhook: NewWebhook, now: number): Promise<void> {
    return this.#writer.write((db) => addWebhook(db, webhook, now));
  }

  changeWebhook(id: string, change: WebhookChange): Promise<boolean> {
    return this.#writer.write((db) => changeWebhook(db, id, change));
  }

  removeWebhook(id: string): Promise<boolean> {
    return this.#writer.write((db) => removeWebhook(db, id));
  }

  setEnvironmentWebhooks(webhooks: readonly NewWebhook[], now: number): Promise<void> {
    return this.#writer.write((db) => setEnvironmentWebhooks(db, webhooks, now));
  }

  async readNoticed(): Promise<number> {
    return readNoticed(this.#db);
  }

  async readNoticeBody(incident: string): Promise<string | null> {
    return readNoticeBody(this.#db, incident);
  }

  async listTold(incidents: readonly string[], isSent: boolean): Promise<ReadonlySet<string>> {
    return listTold(this.#db, incidents, isSent);
  }

  appendNotices(from: number, to: number, notices: readonly NewNotice[]): Promise<boolean> {
    return this.#writer.write((db) => appendNotices(db, from, to, notices));
  }

  async listWaiting(webhook: string): Promise<readonly Notice[]> {
    return listWaiting(this.#db, webhook);
  }

  changeQueue(change: QueueChange): Promise<void> {
    return this.#writer.write((db) => changeQueue(db, change, this.#now()));
  }

  giveUp(notices: readonly number[], why: string, now: number): Promise<void> {
    return this.#writer.write((db) => giveUp(db, notices, why, now));
  }

  noteAttempt(outcome: AttemptOutcome): Promise<void> {
    return this.#writer.write((db) => noteAttempt(db, outcome));
  }

  async listNotices(filter: NoticeFilter): Promise<readonly Notice[]> {
    return listNotices(this.#db, filter);
  }
}
