import type { Context } from "@/lib/server/context";
import { gatherNotices } from "@/lib/server/gather-notices";
import { NoticeSender } from "@/lib/server/notice-sender";
import { sleep } from "@/lib/server/sleep";

/** How soon a notice goes out, and how often waiting ones are looked at. */
const lookMs = 1_000;

/** Makes notices of what happened and sends them, until it is stopped. */
export async function startAlerts(context: Context): Promise<{ stop(): Promise<void> }> {
  const { store, config, log, stopping } = context;
  await store.alerts.setEnvironmentWebhooks(config.webhooks, Date.now());
  const sender = new NoticeSender(context);
  const run = async () => {
    while (!stopping.aborted) {
      try {
        let hasMore = true;
        while (hasMore && !stopping.aborted) hasMore = await gatherNotices(context);
        await sender.look(Date.now());
      } catch (error) {
        if (!stopping.aborted) log.error({ err: error }, "notices could not be looked at; they are tried again");
      }
      await sleep(lookMs, stopping);
    }
    await sender.settle();
  };
  const running = run();
  return { stop: () => running };
}
