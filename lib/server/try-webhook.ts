import type { Attempt } from "@/lib/core/alerts/notice";
import type { Context } from "./context";
import type { FoundWebhook } from "./find-webhook";
import { sendToWebhook } from "./send-to-webhook";
import { findTargetFault } from "./webhook-target";

/** Sends one body once. The address is judged again: what may be sent to can have changed since it was entered. */
export async function tryWebhook(
  context: Context,
  { destination }: FoundWebhook,
  outgoing: { readonly key: string; readonly event: string; readonly body: string },
  now: number,
): Promise<Attempt> {
  const fault = findTargetFault(destination.url, context.config.webhookHosts);
  if (fault !== null) {
    return { at: now, tookMs: 0, status: null, answer: null, error: `Its address ${fault}.`, retryAfterMs: null };
  }
  return sendToWebhook({ ...outgoing, destination, version: context.version }, now, context.stopping);
}
