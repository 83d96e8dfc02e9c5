import { route } from "@/lib/server/route";
import { setProducerCounts } from "@/lib/server/set-producer-counts";
import { ProducerCountsPost } from "@/lib/wire/requests";

export const dynamic = "force-dynamic";

/** Counts that a producer made itself, to be compared with ours. */
export const POST = route(async ({ context, writtenRun, json }) => {
  return setProducerCounts(context.store, writtenRun(), await json(ProducerCountsPost));
});
