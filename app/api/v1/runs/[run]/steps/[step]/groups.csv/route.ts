import { toCsvAnswer } from "@/lib/server/csv-answer";
import { exportStepGroups } from "@/lib/server/export-step-groups";
import { routeWithQuery } from "@/lib/server/route";
import { parseGroupTableQuery } from "@/lib/wire/csv-query";

export const dynamic = "force-dynamic";

/** A step's prompt groups, as CSV. */
export const GET = routeWithQuery(parseGroupTableQuery, async ({ context, run, step, query: { filter, page } }) =>
  toCsvAnswer(await exportStepGroups(context.store, { run: run(), ...filter }, step(), page.order), context.log),
);
