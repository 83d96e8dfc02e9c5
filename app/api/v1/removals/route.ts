import { route } from "@/lib/server/route";
import { toWireRemoval } from "@/lib/wire/run-removal";

export const dynamic = "force-dynamic";

/** Runs that wait for their removal, soonest due first. */
export const GET = route(async ({ context }) => {
  const removals = await context.store.managing.listRemovals();
  return { removals: removals.map((removal) => toWireRemoval(removal, context.config.removalMinutes)) };
});
