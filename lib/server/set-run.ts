import type { Store } from "@/db/store";
import type { RunOverview } from "@/lib/core/run";
import { type RunPatch, toRunSettings } from "@/lib/wire/run";

/**
 * Describes a run, which is made where it is new. What is left out stays.
 *
 * @throws Problem `conflict` where it is no more as the patch's version says, or waits for its removal.
 */
export async function setRun(store: Store, run: string, patch: RunPatch): Promise<RunOverview> {
  const written = await store.writer.setRun(run, toRunSettings(patch), Date.now(), {
    version: patch.version,
    isArchived: patch.archived,
  });
  // As it is read from now on: what the settings change was made again, the verdict included.
  return (await store.reader.readRun(run)) ?? written;
}
