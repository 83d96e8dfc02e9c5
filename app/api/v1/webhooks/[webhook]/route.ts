import { changeWebhook } from "@/lib/server/change-webhook";
import { removeWebhook } from "@/lib/server/remove-webhook";
import { route } from "@/lib/server/route";
import { WebhookPatch } from "@/lib/wire/webhook";

export const dynamic = "force-dynamic";

/** Changes a receiver; what is left out stays. */
export const PATCH = route(async ({ context, webhook, json }) => {
  return changeWebhook(context, webhook(), await json(WebhookPatch));
});

/** Removes a receiver with its log. */
export const DELETE = route(async ({ context, webhook }) => removeWebhook(context, webhook()));
