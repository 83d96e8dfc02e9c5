import type { Store } from "@/db/store";
import type { RunRemoval } from "@/lib/core/run-removal";

/** The removal that a run of this name waits for; null where none does. */
export async function findRemoval(store: Store, run: string): Promise<RunRemoval | null> {
  return (await store.managing.listRemovals()).find((removal) => removal.run === run) ?? null;
}
