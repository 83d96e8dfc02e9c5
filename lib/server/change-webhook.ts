import type { z } from "zod";
import { toWebhookChange, type WebhookPatch, type WireWebhookKept } from "@/lib/wire/webhook";
import { makeSecret } from "./add-webhook";
import type { Context } from "./context";
import { checkIsOurs, findWebhook, toShownWebhook } from "./find-webhook";
import { checkTarget } from "./webhook-target";

/**
 * Changes a receiver of notices; what is left out stays. A secret of null has a new one made, which is told this once.
 *
 * @throws Problem `not_found`; `conflict` for one of the environment; `invalid_request` for an address that notices can't
 * be sent to.
 */
export async function changeWebhook(
  context: Context,
  id: string,
  patch: z.output<typeof WebhookPatch>,
): Promise<WireWebhookKept> {
  const webhook = await findWebhook(context, id);
  checkIsOurs(webhook);
  if (patch.url !== undefined) checkTarget(patch.url, context.config.webhookHosts);
  const isGeneric = (patch.kind ?? webhook.kind) === "generic";
  const isMissing = patch.secret === null || (patch.secret === undefined && webhook.destination.secret === null);
  const made = isGeneric && isMissing ? makeSecret() : null;
  const secret = isGeneric ? (made ?? patch.secret) : null;
  await context.store.alerts.changeWebhook(id, { ...toWebhookChange(patch), secret });
  return { ...toShownWebhook(await findWebhook(context, id)), new_secret: made };
}
