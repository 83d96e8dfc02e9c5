import type { Store } from "@/db/store";
import { formatRevision } from "@/lib/core/frame";
import type { RunIncident, RunVerdict } from "@/lib/core/run-incident";
import { requireRun } from "./found";

export interface RunIncidents {
  readonly run: string;
  readonly revision: string;
  readonly incidents: readonly RunIncident[];
  readonly verdict: RunVerdict;
}

/** A run's incidents, newest onset first, and what to do now. @throws Problem `not_found`. */
export async function readIncidents(store: Store, run: string): Promise<RunIncidents> {
  await requireRun(store, run);
  const incidents = await store.reader.listIncidents(run);
  const verdict = await store.reader.readVerdict(run);
  return { run, revision: formatRevision(await store.reader.readRevision()), incidents, verdict };
}
