import type { Store } from "@/db/store";
import type { RunListEntry } from "@/lib/core/run-list";

/** All runs, newest activity first, each with what its sparklines show. */
export function listRuns(store: Store): Promise<readonly RunListEntry[]> {
  return store.reader.listRuns();
}
