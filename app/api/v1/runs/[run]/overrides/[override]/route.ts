import { route } from "@/lib/server/route";
import { withdrawOverride } from "@/lib/server/withdraw-override";
import { toWireOverride } from "@/lib/wire/override";

export const dynamic = "force-dynamic";

/** Takes an override back; it stays in the list. */
export const DELETE = route(async ({ context, run, override }) => {
  return toWireOverride(await withdrawOverride(context.store, run(), override()));
});
