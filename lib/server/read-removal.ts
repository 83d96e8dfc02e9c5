import type { Store } from "@/db/store";
import type { ToldRemoval } from "@/lib/wire/run-removal";
import { findRemoval } from "./find-removal";
import { foundRun } from "./found";

/** What will go with a run, counted now; of one that waits already, as it was counted then. @throws Problem `not_found`. */
export async function readRemoval(store: Store, run: string): Promise<ToldRemoval> {
  const waiting = await findRemoval(store, run);
  if (waiting !== null) return waiting;
  const detail = foundRun(await store.reader.readRun(run), run);
  const contents = foundRun(await store.reader.readRunContents(run), run);
  return { run, title: detail.settings.title, contents, askedBy: null, askedAt: null, dueAt: null };
}
