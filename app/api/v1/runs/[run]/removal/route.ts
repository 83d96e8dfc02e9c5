import { askRemoval } from "@/lib/server/ask-removal";
import { cancelRemoval } from "@/lib/server/cancel-removal";
import { readRemoval } from "@/lib/server/read-removal";
import { route } from "@/lib/server/route";
import { RemovalPost, toWireRemoval } from "@/lib/wire/run-removal";

export const dynamic = "force-dynamic";

/** What will go with the run, and when. */
export const GET = route(async ({ context, run }) => {
  return toWireRemoval(await readRemoval(context.store, run()), context.config.removalMinutes);
});

/** Hides the run, and removes it when its wait is over. */
export const POST = route(async ({ context, run, json }) => {
  return toWireRemoval(await askRemoval(context, run(), await json(RemovalPost)), context.config.removalMinutes);
});

/** Brings the run back. */
export const DELETE = route(async ({ context, run }) => cancelRemoval(context.store, run()));
