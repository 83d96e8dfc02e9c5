import { toCsvAnswer } from "@/lib/server/csv-answer";
import { exportSteps } from "@/lib/server/export-steps";
import { routeWithQuery } from "@/lib/server/route";
import { parseStepsQuery } from "@/lib/wire/query";

export const dynamic = "force-dynamic";

/** Summaries of steps, or of at most `resolution` buckets of them, as CSV. */
export const GET = routeWithQuery(parseStepsQuery, async ({ context, run, query: { filter, resolution } }) =>
  toCsvAnswer(await exportSteps(context.store, { filter: { run: run(), ...filter }, resolution }), context.log),
);
