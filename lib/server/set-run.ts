import type { Store } from "@/db/store";
import type { RunOverview } from "@/lib/core/run";
import { type RunPatch, toRunSettings } from "@/lib/wire/run";

/** Describes a run, which is made where it is new. What is left out stays. */
export async function setRun(store: Store, run: string, patch: RunPatch): Promise<RunOverview> {
  return store.writer.setRun(run, toRunSettings(patch), Date.now());
}
