import type { z } from "zod";
import type { Store } from "@/db/store";
import { type SegmentPost, toEpochMs } from "@/lib/wire/requests";

/** Names a launch of the trainer: it supersedes older rows from its first step on. An unknown run is made. */
export async function appendSegment(
  store: Store,
  run: string,
  told: z.output<typeof SegmentPost>,
): Promise<{ run: string; segment: string }> {
  const { segment, started_at: startedAt, from_step: fromStep } = told;
  const launch = { segment, startedAt: startedAt == null ? null : toEpochMs(startedAt), fromStep: fromStep ?? null };
  await store.writer.appendSegment(run, launch, Date.now());
  return { run, segment };
}
