import { appendSegment } from "@/lib/server/append-segment";
import { route } from "@/lib/server/route";
import { SegmentPost } from "@/lib/wire/requests";

export const dynamic = "force-dynamic";

/** Names a launch of the trainer: it supersedes older rows from its first step on. */
export const POST = route(async ({ context, writtenRun, json }) => {
  return appendSegment(context.store, writtenRun(), await json(SegmentPost));
});
