import { route } from "@/lib/server/route";
import { testWebhook } from "@/lib/server/test-webhook";

export const dynamic = "force-dynamic";

/** Sends a test, and says what the receiver made of it. */
export const POST = route(async ({ context, webhook }) => testWebhook(context, webhook()));
