import type { z } from "zod";
import type { WireWebhookDeleted } from "@/lib/wire/webhook";
import type { Context } from "./context";
import { checkIsOurs, findWebhook } from "./find-webhook";

/** Removes a receiver with the log of what it was sent. @throws Problem `not_found`, `conflict`. */
export async function removeWebhook(context: Context, id: string): Promise<z.infer<typeof WireWebhookDeleted>> {
  checkIsOurs(await findWebhook(context, id));
  await context.store.alerts.removeWebhook(id);
  return { webhook: id, deleted: true };
}
