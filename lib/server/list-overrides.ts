import type { Store } from "@/db/store";
import type { RunOverride } from "@/lib/core/override";
import { requireRun } from "./found";

/** What people overruled, withdrawn ones too, oldest first. @throws Problem `not_found`. */
export async function listOverrides(store: Store, run: string): Promise<readonly RunOverride[]> {
  await requireRun(store, run);
  return store.triage.listOverrides(run);
}
