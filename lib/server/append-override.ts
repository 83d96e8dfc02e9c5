import type { Store } from "@/db/store";
import type { RunOverride } from "@/lib/core/override";
import type { OverridePost } from "@/lib/wire/override";
import { foundRun } from "./found";

/** Overrules detection, of an incident or of a series from a step on. @throws Problem `not_found`. */
export async function appendOverride(store: Store, run: string, told: OverridePost): Promise<RunOverride> {
  const { kind, incident, series, environment, step, note, author } = told;
  const act = { kind, note: note ?? null, author: author ?? null };
  const aim =
    incident == null ? { series: series ?? "", environment: environment ?? null, step: step ?? 0 } : { incident };
  return foundRun(await store.triage.appendOverride(run, { ...act, ...aim }, Date.now()), run);
}
