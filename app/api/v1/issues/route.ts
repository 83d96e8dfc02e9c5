import { listIssues } from "@/lib/server/list-issues";
import { routeWithQuery } from "@/lib/server/route";
import { toWireIssueList } from "@/lib/wire/issue";
import { parseIssuesQuery } from "@/lib/wire/issue-query";

export const dynamic = "force-dynamic";

/** The queue of failure issues across runs. */
export const GET = routeWithQuery(parseIssuesQuery, async ({ context, query }) => {
  return toWireIssueList(await listIssues(context.store, query));
});
