import { toCsvAnswer } from "@/lib/server/csv-answer";
import { exportIssues } from "@/lib/server/export-issues";
import { routeWithQuery } from "@/lib/server/route";
import { parseIssueTableQuery } from "@/lib/wire/csv-query";

export const dynamic = "force-dynamic";

/** Failure issues across runs, as CSV. */
export const GET = routeWithQuery(parseIssueTableQuery, async ({ context, query }) =>
  toCsvAnswer(await exportIssues(context.store, query), context.log),
);
