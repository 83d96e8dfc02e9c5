import { applyRetention } from "@/lib/server/apply-retention";
import type { Context } from "@/lib/server/context";

/** Dirty steps are summarised this often even when nobody looks. */
const summariseMs = 1_000;
/** Silent steps are looked for this often. */
const closeMs = 30_000;

/** Runs whose wait is over are looked for this often; at the start too, for what a stop cut short. */
const removeMs = 5_000;

/** Rules of retention are applied this often, and some time after a start. */
const retentionMs = 3_600_000;
const retentionFirstMs = 120_000;

/** Of its time the server spends at most a twenty-fifth on summaries that nobody asked for, and a tenth on any other chore. */
const summaryShare = 25;
const usualShare = 10;

/** What the server does by itself, and how to stop it. */
export function startChores(context: Context): { stop(): void } {
  const { store, log } = context;
  let isStopped = false;
  const timers = new Map<string, NodeJS.Timeout>();

  const repeat = (
    name: string,
    pauseMs: number,
    work: () => Promise<unknown>,
    { everyMs = pauseMs, share = usualShare } = {},
  ) => {
    const timer = setTimeout(async () => {
      const startedAt = performance.now();
      try {
        await work();
      } catch (error) {
        if (!isStopped) log.error({ err: error, chore: name }, "a chore failed; it is tried again");
      }
      const tookMs = performance.now() - startedAt;
      if (!isStopped) repeat(name, Math.max(everyMs, tookMs * share), work, { everyMs, share });
    }, pauseMs);
    timers.set(name, timer);
  };

  repeat("summarise", summariseMs, () => store.writer.summariseDirtySteps(null), { share: summaryShare });
  repeat("close", closeMs, () => store.writer.closeIdleSteps(Date.now()));
  repeat("remove", removeMs, async () => {
    await store.managing.takeDueRemovals(Date.now());
    await store.writer.removeHiddenRuns();
  });
  const { stopping, config } = context;
  const around = { store, removalMinutes: config.removalMinutes, now: Date.now, stopping };
  repeat("retention", retentionFirstMs, () => applyRetention(around), { everyMs: retentionMs });
  return {
    stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
