import { listRollouts } from "@/lib/server/list-rollouts";
import { routeWithQuery } from "@/lib/server/route";
import { parseRolloutsQuery } from "@/lib/wire/query";
import { toWireRolloutPage } from "@/lib/wire/rollout";

export const dynamic = "force-dynamic";

/** One page of a run's rollouts. They come in by POST to the same address, which the server takes before this. */
export const GET = routeWithQuery(parseRolloutsQuery, async ({ context, run, query }) => {
  return toWireRolloutPage(await listRollouts(context.store, { run: run(), ...query }));
});
