import { listIssues } from "@/lib/server/list-issues";
import { routeWithQuery } from "@/lib/server/route";
import { toWireIssueList } from "@/lib/wire/issue";
import { parseRunIssuesQuery } from "@/lib/wire/issue-query";

export const dynamic = "force-dynamic";

/** Failure issues of one run. */
export const GET = routeWithQuery(parseRunIssuesQuery, async ({ context, query, run }) => {
  return toWireIssueList(await listIssues(context.store, { ...query, run: run() }));
});
