import { Problem } from "@/lib/core/errors";
import type { RunRemoval } from "@/lib/core/run-removal";
import type { RemovalPost } from "@/lib/wire/run-removal";
import type { Context } from "./context";
import { findRemoval } from "./find-removal";
import { foundRun } from "./found";

const minuteMs = 60_000;

/**
 * Hides a run at once, and removes it when its wait is over.
 *
 * @throws Problem `not_found`; `invalid_request` where the name is not the run's; `conflict` where it waits already.
 */
export async function askRemoval(
  { store, config }: Pick<Context, "store" | "config">,
  run: string,
  asked: RemovalPost,
): Promise<RunRemoval> {
  const waiting = await findRemoval(store, run);
  if (waiting !== null) {
    const when = new Date(waiting.dueAt).toISOString();
    throw new Problem("conflict", `The run "${run}" is being removed already: it goes for good at ${when}.`);
  }
  const contents = foundRun(await store.reader.readRunContents(run), run);
  if (asked.name.normalize("NFC") !== run) {
    const words = `name: has to be the run's own, "${run}", to the letter. Nothing was removed.`;
    throw new Problem("invalid_request", words, { path: "name" });
  }
  const now = Date.now();
  const dueAt = now + (asked.wait_minutes ?? config.removalMinutes) * minuteMs;
  const removal = foundRun(await store.managing.askRemoval(run, { by: asked.by ?? null, dueAt, contents }, now), run);
  // Without a wait it is gone at once; what it held goes bit by bit.
  if (dueAt <= now) await store.managing.takeDueRemovals(now);
  return removal;
}
