import { toCsvAnswer } from "@/lib/server/csv-answer";
import { exportIncidents } from "@/lib/server/export-incidents";
import { route } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/** A run's incidents, as CSV. */
export const GET = route(async ({ context, run }) =>
  toCsvAnswer(await exportIncidents(context.store, run()), context.log),
);
