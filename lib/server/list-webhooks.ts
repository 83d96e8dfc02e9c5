import type { z } from "zod";
import type { WireWebhookList } from "@/lib/wire/webhook";
import type { Context } from "./context";
import { findWebhooks, toShownWebhook } from "./find-webhook";

/** Every receiver of notices, addresses and secrets masked. */
export async function listWebhooks(context: Context): Promise<z.infer<typeof WireWebhookList>> {
  return { webhooks: (await findWebhooks(context)).map(toShownWebhook) };
}
