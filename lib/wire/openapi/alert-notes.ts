/** What the members of webhooks and notices mean. */
import type { z } from "zod";
import type { WireNotice, WireNoticeBody } from "../notice";
import type { WebhookPatch, WebhookPost, WireWebhookKept, WireWebhookTest } from "../webhook";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const post: Notes<z.input<typeof WebhookPost>> = {
  name: "What it is called here.",
  kind: "generic: versioned JSON with a signature. slack: text and blocks, as Slack, Mattermost and Discord take them.",
  url: "Where notices are posted to: http or https, without user name and password.",
  secret: "What notices of the generic kind are signed with; left out, one is made.",
  severity: "The least severity that it hears of.",
  runs: "Names of runs that it hears of, * standing for anything; empty: all.",
  projects: "Projects that it hears of; empty: all.",
  tags: "Tags of which a run has one that it hears of; empty: all.",
};

const patch: Notes<z.input<typeof WebhookPatch>> = {
  ...post,
  secret: "A new secret; null has one made.",
  paused: "While it is, no notices are made for it, and those that wait stay.",
};

const kept: Notes<WireWebhookKept> = {
  ...patch,
  webhook: "Its name in addresses.",
  source: "environment: given by process variables, and changed there only.",
  url: "Masked: what stands behind the host is a secret in most chat systems.",
  secret: "The end of it; null: none.",
  created_at: "UTC.",
  waiting: "Notices that it has not taken yet.",
  last_sent_at: "When it took the newest, UTC.",
  failures: "Tries in a row that came to nothing because it is down or busy.",
  failing_since: "The first of them, UTC.",
  next_try_at: "When it is tried again, UTC.",
  new_secret: "A secret that was made just now. It is not told again.",
};

const { new_secret: _, ...webhook } = kept;

const test: Notes<WireWebhookTest> = {
  webhook: "The receiver.",
  delivered: "Whether it took it: a status from 200 to 299.",
  status: "What it answered; null: nothing came.",
  took_ms: "How long that took.",
  answer: "The first 200 characters of its answer.",
  error: "What went wrong, in words.",
};

const notice: Notes<WireNotice> = {
  notice: "Its number.",
  key: "The same for every try, as Idempotency-Key; a receiver tells repetitions by it.",
  webhook: "Its receiver.",
  run: "null: a summary of several.",
  incident: "null: a summary of several.",
  event:
    "opened, severity_rose, ended, rolled_back (a newer segment ran the steps again), withdrawn (later rollouts changed the picture, or a person accepted it as normal) or summary.",
  severity: "Of the incident then; of a summary the highest.",
  text: "What it says.",
  link: "Where it leads.",
  state: "waiting, sent, collapsed (a newer notice or a summary tells it), skipped (history) or given_up.",
  why: "Why it is in that state, where that is no matter of course.",
  part_of: "The notice that tells it instead.",
  attempts: "Tries so far.",
  created_at: "When the incident's change was known, UTC.",
  settled_at: "When it left the queue, UTC.",
  next_try_at: "When it is tried next, UTC; null: at once, or never.",
  last_attempt: "What its last try came to.",
};

const body: Notes<WireNoticeBody> = {
  version: "1. Members may be added; a change of their meaning changes it.",
  notice: "The notice's key, as in Idempotency-Key.",
  event: "As in the log; test: nothing happened.",
  at: "When this try was sent, UTC.",
  text: "All of it in words.",
  link: "The run, at the steps that it is about.",
  run: "null: a summary, or a test.",
  incident: "As it was known when the notice was made.",
  verdict: "What to do now.",
  last_clean_checkpoint: "The newest one before which no update used a rollout of the incident; null: none is known.",
  incidents: "Of a summary: the newest state of each incident, at most 20.",
  incident_count: "How many incidents it is about.",
};

export const alertNotes = {
  WebhookPost: post,
  WebhookPatch: patch,
  Webhook: webhook,
  WebhookKept: kept,
  WebhookTest: test,
  Notice: notice,
  NoticeBody: body,
} as const;
