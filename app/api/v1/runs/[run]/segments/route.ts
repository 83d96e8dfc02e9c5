import { route } from "@/lib/server/route";
import { SegmentPost, toEpochMs } from "@/lib/wire/requests";

export const dynamic = "force-dynamic";

/** Names a launch of the trainer: it supersedes older rows from its first step on. */
export const POST = route(async ({ context, run, json }) => {
  const told = await json(SegmentPost);
  const startedAt = told.started_at == null ? null : toEpochMs(told.started_at);
  const segment = { segment: told.segment, startedAt, fromStep: told.from_step ?? null };
  await context.store.writer.appendSegment(run(), segment, Date.now());
  return { run: run(), segment: told.segment };
});
