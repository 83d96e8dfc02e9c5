import { toCsvAnswer } from "@/lib/server/csv-answer";
import { exportIssues } from "@/lib/server/export-issues";
import { routeWithQuery } from "@/lib/server/route";
import { parseRunIssueTableQuery } from "@/lib/wire/csv-query";

export const dynamic = "force-dynamic";

/** Failure issues of one run, as CSV. */
export const GET = routeWithQuery(parseRunIssueTableQuery, async ({ context, query, run }) =>
  toCsvAnswer(await exportIssues(context.store, { ...query, run: run() }), context.log),
);
