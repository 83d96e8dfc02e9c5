import type { Store } from "@/db/store";
import type { RunDetail } from "@/lib/core/run";
import { foundRun } from "./found";

/** One run with its configuration, coverage, segments and comparisons. @throws Problem `not_found`. */
export async function readRun(store: Store, run: string): Promise<RunDetail> {
  return foundRun(await store.reader.readRun(run), run);
}
