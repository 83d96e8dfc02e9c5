import { listRollouts } from "@/lib/server/list-rollouts";
import { found, route } from "@/lib/server/route";
import { parseRolloutQuery } from "@/lib/wire/query";
import { toWireRolloutPage } from "@/lib/wire/rollout";

export const dynamic = "force-dynamic";

/** One page of a run's rollouts. They come in by POST to the same address, which the server takes before this. */
export const GET = route(async ({ context: { store }, run, query }) => {
  const filter = parseRolloutQuery(run(), query);
  const { page } = found(await listRollouts(store, filter), `run called "${filter.run}"`);
  return toWireRolloutPage(page);
});
