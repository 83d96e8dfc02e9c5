import { listSteps } from "@/lib/server/list-steps";
import { routeWithQuery } from "@/lib/server/route";
import { toStepListText } from "@/lib/server/to-step-list-text";
import { parseStepsQuery } from "@/lib/wire/query";

export const dynamic = "force-dynamic";

/** Summaries of steps, or of at most `resolution` buckets of them. */
export const GET = routeWithQuery(parseStepsQuery, async ({ context, run, query: { filter, resolution } }) =>
  toStepListText(await listSteps(context.store, { filter: { run: run(), ...filter }, resolution })),
);
