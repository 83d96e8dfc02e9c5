import { type Destination, type KeptWebhook, maskSecret, maskUrl, type Webhook } from "@/lib/core/alerts/webhook";
import { Problem } from "@/lib/core/errors";
import { toWireWebhook, type WireWebhook } from "@/lib/wire/webhook";
import type { Context } from "./context";

/** A webhook with where it leads, wherever that is kept. */
export interface FoundWebhook extends Webhook {
  readonly destination: Destination;
}

function toFound({ config }: Context, webhook: KeptWebhook): FoundWebhook[] {
  const given = config.webhooks.find(({ id }) => id === webhook.id);
  const destination = webhook.source === "environment" ? given?.destination : webhook.destination;
  return destination === undefined || destination === null ? [] : [{ ...webhook, destination }];
}

/** Every webhook that notices can go to, those of the environment first. */
export async function findWebhooks(context: Context): Promise<readonly FoundWebhook[]> {
  return (await context.store.alerts.listWebhooks()).flatMap((webhook) => toFound(context, webhook));
}

/** @throws Problem `not_found`. */
export async function findWebhook(context: Context, id: string): Promise<FoundWebhook> {
  const found = (await findWebhooks(context)).find((webhook) => webhook.id === id);
  if (found === undefined) throw new Problem("not_found", "There is no such webhook; it may have been removed.");
  return found;
}

/** @throws Problem `conflict` for one that only process variables change. */
export function checkIsOurs(webhook: Webhook): void {
  if (webhook.source === "settings") return;
  throw new Problem(
    "conflict",
    "This webhook is given by process variables (FALSEZERO_WEBHOOK_URL and its like). Change them and start the server again.",
  );
}

/** A webhook as it may be shown: nothing of it lets anyone send in its name. */
export function toShownWebhook(webhook: FoundWebhook): WireWebhook {
  const { url, secret } = webhook.destination;
  return toWireWebhook(webhook, { url: maskUrl(url), secret: secret === null ? null : maskSecret(secret) });
}
