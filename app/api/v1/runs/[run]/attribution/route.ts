import { attributeRange } from "@/lib/server/attribute-range";
import { routeWithQuery } from "@/lib/server/route";
import { toWireAttribution } from "@/lib/wire/attribution";
import { parseAttributionQuery } from "@/lib/wire/query";

export const dynamic = "force-dynamic";

/** Whose the change of the mean reward is, from an earlier range of steps to a later one. */
export const GET = routeWithQuery(parseAttributionQuery, async ({ context, run, query }) => {
  const name = run();
  return toWireAttribution(name, await attributeRange(context.store, { run: name, ...query }));
});
