import { addWebhook } from "@/lib/server/add-webhook";
import { listWebhooks } from "@/lib/server/list-webhooks";
import { route } from "@/lib/server/route";
import { WebhookPost } from "@/lib/wire/webhook";

export const dynamic = "force-dynamic";

/** Receivers of notices, addresses and secrets masked. */
export const GET = route(async ({ context }) => listWebhooks(context));

/** A new receiver; a secret that was made for it is told this once. */
export const POST = route(async ({ context, json }) => addWebhook(context, await json(WebhookPost)));
