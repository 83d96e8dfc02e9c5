import type { Store } from "@/db/store";
import { Problem } from "@/lib/core/errors";
import type { RunOverride } from "@/lib/core/override";
import { requireRun } from "./found";

/** Takes an override back; it stays in the list with the date of it. @throws Problem `not_found`, `conflict`. */
export async function withdrawOverride(store: Store, run: string, id: number): Promise<RunOverride> {
  await requireRun(store, run);
  const withdrawn = await store.triage.withdrawOverride(run, id, Date.now());
  if (withdrawn === null) throw new Problem("not_found", `The run "${run}" has no override ${id}.`);
  return withdrawn;
}
