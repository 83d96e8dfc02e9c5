import { toWireRemoval, type WireRemoval } from "@/lib/wire/run-removal";
import type { Context } from "./context";

/** Runs that wait for their removal, soonest due first. */
export async function listRemovals({ store, config }: Pick<Context, "store" | "config">): Promise<WireRemoval[]> {
  const removals = await store.managing.listRemovals();
  return removals.map((removal) => toWireRemoval(removal, config.removalMinutes));
}
