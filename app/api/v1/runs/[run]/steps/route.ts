import { listSteps } from "@/lib/server/list-steps";
import { routeWithQuery } from "@/lib/server/route";
import { parseStepsQuery } from "@/lib/wire/query";
import { toWireBucket, toWireStep } from "@/lib/wire/step";

export const dynamic = "force-dynamic";

/** Summaries of steps, or of at most `resolution` buckets of them. */
export const GET = routeWithQuery(parseStepsQuery, async ({ context, run, query: { filter, resolution } }) => {
  const asked = { filter: { run: run(), ...filter }, resolution };
  const { steps, buckets, ...about } = await listSteps(context.store, asked);
  return buckets === null
    ? { ...about, steps: steps.map(toWireStep) }
    : { ...about, buckets: buckets.map(toWireBucket) };
});
