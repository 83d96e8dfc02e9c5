import { route } from "@/lib/server/route";
import { ProducerCountsPost } from "@/lib/wire/requests";

export const dynamic = "force-dynamic";

/** Counts that a producer made itself, to be compared with ours. */
export const POST = route(async ({ context, run, json }) => {
  const { source, file, step, split, counts } = await json(ProducerCountsPost);
  const told = { source, file, step: step ?? null, split, counts: Object.entries(counts) };
  await context.store.writer.setProducerCounts(run(), told, Date.now());
  return { run: run(), counts: told.counts.length };
});
