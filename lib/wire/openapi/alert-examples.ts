/** The incident of the other examples, and a receiver that was told of it. */
import type { z } from "zod";
import type { WireNotice } from "../notice";
import type { WebhookPost, WireWebhook, WireWebhookKept, WireWebhookTest } from "../webhook";
import { exampleRun as run } from "./rollout-examples";

export const webhookPost: z.input<typeof WebhookPost> = {
  name: "On call",
  url: "https://alerts.example/falsezero",
  severity: "major",
  runs: ["browser-*"],
};

export const webhook: WireWebhook = {
  webhook: "wh_q3mV7c0aYxkP",
  name: "On call",
  kind: "generic",
  source: "settings",
  url: "https://alerts.example/…",
  secret: "…uM2k",
  severity: "major",
  runs: ["browser-*"],
  projects: [],
  tags: [],
  paused: false,
  created_at: "2026-08-03T13:00:00.000Z",
  waiting: 0,
  last_sent_at: "2026-08-03T14:02:41.000Z",
  failures: 0,
  failing_since: null,
  next_try_at: null,
};

export const webhookKept: WireWebhookKept = {
  ...webhook,
  last_sent_at: null,
  new_secret: "whsec_Zp1v0sTnB6yXr4Jd8Lq3Wc5HuM2k",
};

export const webhookTest: z.infer<typeof WireWebhookTest> = {
  webhook: webhook.webhook,
  delivered: false,
  status: 404,
  took_ms: 41,
  answer: "no such channel",
  error: "It answered 404.",
};

const text = "Critical since step 61: 92% of rollouts come back as session_lost, before 0.2%.";
const link = `http://127.0.0.1:6161/runs/${run}`;

export const notice: WireNotice = {
  notice: 7,
  key: "ntc_5d3f0c9a1e7b42688f10c2ab",
  webhook: webhook.webhook,
  run,
  incident: "8Zk2vQ0mYx1L",
  event: "opened",
  severity: "critical",
  text,
  link,
  state: "sent",
  why: null,
  part_of: null,
  attempts: 1,
  created_at: "2026-08-03T14:02:40.100Z",
  settled_at: "2026-08-03T14:02:41.000Z",
  next_try_at: null,
  last_attempt: { at: "2026-08-03T14:02:41.000Z", took_ms: 58, status: 200, answer: "ok", error: null },
};
