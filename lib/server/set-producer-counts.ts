import type { z } from "zod";
import type { Store } from "@/db/store";
import type { ProducerCountsPost } from "@/lib/wire/requests";

/** Keeps what a producer counted itself, to be shown beside our counts. An unknown run is made. */
export async function setProducerCounts(
  store: Store,
  run: string,
  told: z.output<typeof ProducerCountsPost>,
): Promise<{ run: string; counts: number }> {
  const { source, file, step, split } = told;
  const counts = Object.entries(told.counts);
  await store.writer.setProducerCounts(run, { source, file, step: step ?? null, split, counts }, Date.now());
  return { run, counts: counts.length };
}
