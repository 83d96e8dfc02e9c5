import type { Store } from "@/db/store";
import type { LiveEvent } from "./event-stream";
import { requireRun } from "./found";
import { type TailRequest, type TailSurroundings, tailRun } from "./tail-run";

/**
 * Follows one run. What can fail fails here, before a stream has begun.
 *
 * @returns what starts the stream. @throws Problem `not_found`.
 */
export async function followRun(
  store: Store,
  request: TailRequest,
): Promise<(surroundings: TailSurroundings) => AsyncGenerator<LiveEvent>> {
  const { run } = request.filter;
  await requireRun(store, run);
  // "From now on" begins behind all that was acknowledged; what is summarised later would come as news.
  if (request.since === null) await store.writer.summariseDirtySteps(run);
  return (surroundings) => tailRun(store, request, surroundings);
}
