import type { Store } from "@/db/store";
import type { PlannedAct } from "@/lib/core/retention";

export interface RetentionSurroundings {
  readonly store: Store;
  /** How long a run that a rule removes can be brought back. */
  readonly removalMinutes: number;
  readonly now: () => number;
  /** Aborts between two commits; the next application goes on. */
  readonly stopping: AbortSignal;
}

/** An archived run is hidden and waits like one that a person removes. */
async function removeRun(around: RetentionSurroundings, planned: PlannedAct, at: number): Promise<boolean> {
  const { store, removalMinutes } = around;
  const contents = await store.reader.readRunContents(planned.run);
  if (contents === null) return false;
  const dueAt = around.now() + removalMinutes * 60_000;
  const removal = await store.managing.askRemoval(planned.run, { by: planned.rule, dueAt, contents }, around.now());
  if (removal === null) return false;
  const { run, act, rule } = planned;
  const { steps, rollouts, bytes } = contents;
  await store.retention.noteAct({ at, act, run, rule, steps, rollouts, bytes });
  return true;
}

async function removeRows(around: RetentionSurroundings, planned: PlannedAct, at: number): Promise<void> {
  let after: number | null = null;
  do {
    after = await around.store.retention.applySlice({ at, planned, after });
    // Whoever waits to write goes first.
    await new Promise((resolve) => setImmediate(resolve));
  } while (after !== null && !around.stopping.aborted);
}

/**
 * Does what the rules of retention say now, in small commits, each noted in the book of what rules did.
 *
 * @returns what was planned and not protected.
 */
export async function applyRetention(around: RetentionSurroundings): Promise<readonly PlannedAct[]> {
  const due = (await around.store.reader.planRetention()).filter(({ protection }) => protection === null);
  const at = around.now();
  for (const planned of due) {
    if (around.stopping.aborted) break;
    if (planned.act === "removal") await removeRun(around, planned, at);
    else await removeRows(around, planned, at);
  }
  return due;
}
