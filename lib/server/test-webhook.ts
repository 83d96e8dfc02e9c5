import { randomUUID } from "node:crypto";
import { judgeAttempt } from "@/lib/core/alerts/retry";
import type { WireWebhookTest } from "@/lib/wire/webhook";
import type { Context } from "./context";
import { findWebhook } from "./find-webhook";
import { tryWebhook } from "./try-webhook";
import { writeTest } from "./write-notice";

/**
 * Sends a receiver a test, at once and once, paused or not, and says what it made of it. It is in no log.
 *
 * @throws Problem `not_found`.
 */
export async function testWebhook(context: Context, id: string): Promise<WireWebhookTest> {
  const webhook = await findWebhook(context, id);
  const now = Date.now();
  const key = `test_${randomUUID()}`;
  const body = writeTest(webhook.kind, { key, now, origin: context.address.origin });
  const attempt = await tryWebhook(context, webhook, { key, event: "test", body }, now);
  const { status, tookMs, answer, error } = attempt;
  const delivered = judgeAttempt(attempt) === "delivered";
  return { webhook: id, delivered, status, took_ms: tookMs, answer, error };
}
