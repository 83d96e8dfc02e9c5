import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { WebhookPost, WireWebhookKept } from "@/lib/wire/webhook";
import type { Context } from "./context";
import { findWebhook, toShownWebhook } from "./find-webhook";
import { checkTarget } from "./webhook-target";

/** A secret that nobody can guess. */
export function makeSecret(): string {
  return `whsec_${randomBytes(24).toString("base64url")}`;
}

/**
 * Keeps a receiver of notices. One of the generic kind that brings no secret gets one, which is told this once. It hears
 * of what happens from now on.
 *
 * @throws Problem `invalid_request` for an address that notices can't be sent to.
 */
export async function addWebhook(context: Context, told: z.output<typeof WebhookPost>): Promise<WireWebhookKept> {
  const { secret: given, url, ...same } = told;
  checkTarget(url, context.config.webhookHosts);
  const id = `wh_${randomBytes(9).toString("base64url")}`;
  const made = same.kind === "generic" && (given ?? null) === null ? makeSecret() : null;
  const secret = same.kind === "generic" ? (given ?? made) : null;
  await context.store.alerts.addWebhook({ id, source: "settings", destination: { url, secret }, ...same }, Date.now());
  return { ...toShownWebhook(await findWebhook(context, id)), new_secret: made };
}
