import type { Context } from "@/lib/server/context";

/** Dirty steps are summarised this often even when nobody looks. */
const summariseMs = 1_000;
/** Silent steps are looked for this often. */
const closeMs = 30_000;

/** What the server does by itself, and how to stop it. */
export function startChores(context: Context): { stop(): void } {
  const { store, log } = context;
  let isBusy = false;
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy || context.stopping.aborted) return;
    isBusy = true;
    try {
      await work();
    } catch (error) {
      if (!context.stopping.aborted) log.error({ err: error }, "a chore failed; it is tried again");
    } finally {
      isBusy = false;
    }
  };
  const timers = [
    setInterval(() => void run(() => store.writer.summariseDirtySteps(null)), summariseMs),
    setInterval(() => void run(() => store.writer.closeIdleSteps(Date.now())), closeMs),
  ];
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
