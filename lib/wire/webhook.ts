import { z } from "zod";
import { type Webhook, type WebhookChange, webhookKinds } from "@/lib/core/alerts/webhook";
import { severities } from "@/lib/core/detect/severity";
import { toWireTime } from "./step";

const name = z.string().trim().min(1).max(100);
const url = z.string().trim().min(1).max(2_000);
const secret = z.string().min(16, "has to have at least 16 characters").max(500);
const words = z.array(z.string().min(1).max(200)).max(50);

/** A receiver of notices. */
export const WebhookPost = z.strictObject({
  name,
  kind: z.enum(webhookKinds).default("generic"),
  url,
  secret: secret.nullish(),
  severity: z.enum(severities).default("major"),
  runs: words.default([]),
  projects: words.default([]),
  tags: words.default([]),
});

/** What is changed of a receiver; what is left out stays. */
export const WebhookPatch = z.strictObject({
  name: name.optional(),
  kind: z.enum(webhookKinds).optional(),
  url: url.optional(),
  secret: secret.nullable().optional(),
  severity: z.enum(severities).optional(),
  runs: words.optional(),
  projects: words.optional(),
  tags: words.optional(),
  paused: z.boolean().optional(),
});

const count = z.int().min(0);
const time = z.iso.datetime().nullable();

/** A receiver, its address and secret masked. */
export const WireWebhook = z.object({
  webhook: z.string(),
  name: z.string(),
  kind: z.enum(webhookKinds),
  source: z.enum(["settings", "environment"]),
  url: z.string(),
  secret: z.string().nullable(),
  severity: z.enum(severities),
  runs: z.array(z.string()),
  projects: z.array(z.string()),
  tags: z.array(z.string()),
  paused: z.boolean(),
  created_at: z.iso.datetime(),
  waiting: count,
  last_sent_at: time,
  failures: count,
  failing_since: time,
  next_try_at: time,
});
export type WireWebhook = z.infer<typeof WireWebhook>;

export const WireWebhookList = z.object({ webhooks: z.array(WireWebhook) });

/** A receiver as it now is, with a secret that was made for it: told this once. */
export const WireWebhookKept = WireWebhook.extend({ new_secret: z.string().nullable() });
export type WireWebhookKept = z.infer<typeof WireWebhookKept>;

export const WireWebhookDeleted = z.object({ webhook: z.string(), deleted: z.literal(true) });

/** What a receiver made of a test. */
export const WireWebhookTest = z.object({
  webhook: z.string(),
  delivered: z.boolean(),
  status: z.int().nullable(),
  took_ms: count,
  answer: z.string().nullable(),
  error: z.string().nullable(),
});
export type WireWebhookTest = z.infer<typeof WireWebhookTest>;

/** @param masked its address and its secret as they may be shown. */
export function toWireWebhook(
  webhook: Webhook,
  masked: { readonly url: string; readonly secret: string | null },
): WireWebhook {
  const { id, name, kind, source, severity, runs, projects, tags, isPaused, waiting, failures } = webhook;
  return {
    webhook: id,
    name,
    kind,
    source,
    ...masked,
    severity,
    runs: [...runs],
    projects: [...projects],
    tags: [...tags],
    paused: isPaused,
    created_at: new Date(webhook.createdAt).toISOString(),
    waiting,
    last_sent_at: toWireTime(webhook.lastSentAt),
    failures,
    failing_since: toWireTime(webhook.failingSince),
    next_try_at: toWireTime(webhook.nextTryAt),
  };
}

/** What of a receiver is changed. Its secret is not among it: null stands for one that is yet to be made. */
export function toWebhookChange(patch: z.output<typeof WebhookPatch>): WebhookChange {
  const { paused, secret: _, ...same } = patch;
  return { ...same, isPaused: paused };
}
