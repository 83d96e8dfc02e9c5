import { readIssueDifference } from "@/lib/server/read-issue-difference";
import { routeWithQuery } from "@/lib/server/route";
import { toWireIssueDifference } from "@/lib/wire/issue-difference";
import { parseIssueDifferenceQuery } from "@/lib/wire/issue-query";

export const dynamic = "force-dynamic";

/** What sets an issue's rollouts apart from the others of a run. */
export const GET = routeWithQuery(parseIssueDifferenceQuery, async ({ context, query, issue }) => {
  return toWireIssueDifference(await readIssueDifference(context.store, { ...query, of: { issue: issue() } }));
});
