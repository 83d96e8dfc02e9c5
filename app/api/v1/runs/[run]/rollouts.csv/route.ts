import { toCsvAnswer } from "@/lib/server/csv-answer";
import { exportRollouts } from "@/lib/server/export-rollouts";
import { routeWithQuery } from "@/lib/server/route";
import { parseRolloutTableQuery } from "@/lib/wire/csv-query";

export const dynamic = "force-dynamic";

/** All rollouts that a filter leaves, as CSV. */
export const GET = routeWithQuery(parseRolloutTableQuery, async ({ context, run, query }) =>
  toCsvAnswer(await exportRollouts(context.store, { run: run(), ...query }), context.log),
);
