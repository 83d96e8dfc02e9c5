import type { Store } from "@/db/store";
import { groupByProject } from "@/lib/core/project";
import { toWireProject, type WireProject } from "@/lib/wire/project";

/** What runs say they belong to, with how much there is of each. */
export async function listProjects(store: Store): Promise<readonly WireProject[]> {
  return groupByProject(await store.reader.listRuns()).map(toWireProject);
}
