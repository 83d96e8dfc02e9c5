import { readIssueDifference } from "@/lib/server/read-issue-difference";
import { routeWithQuery } from "@/lib/server/route";
import { toWireIssueDifference } from "@/lib/wire/issue-difference";
import { parseDifferenceQuery } from "@/lib/wire/issue-query";

export const dynamic = "force-dynamic";

/** What sets the rollouts of a kind, of an outcome, or suspected false zeros apart from the others of the same steps. */
export const GET = routeWithQuery(parseDifferenceQuery, async ({ context, query, run }) => {
  return toWireIssueDifference(await readIssueDifference(context.store, { ...query, run: run() }));
});
