import type { Store } from "@/db/store";
import { reconstructionTag } from "@/lib/core/run";

/** Names of the runs that are reconstructions, for pages on which several runs stand together. */
export async function listReconstructions(store: Store): Promise<readonly string[]> {
  const runs = await store.reader.listRuns();
  return runs.filter(({ settings }) => settings.tags.includes(reconstructionTag)).map(({ run }) => run);
}
