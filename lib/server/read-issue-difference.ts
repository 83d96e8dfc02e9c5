import type { Store } from "@/db/store";
import { Problem } from "@/lib/core/errors";
import type { IssueDifference, IssueDifferenceFilter } from "@/lib/core/issues/issue-difference";
import { foundRun } from "./found";

/** What sets an issue's rollouts apart in a run. @throws Problem `not_found`, `invalid_request`. */
export async function readIssueDifference(store: Store, filter: IssueDifferenceFilter): Promise<IssueDifference> {
  const { from, to } = filter;
  if (from !== undefined && to !== undefined && from > to) {
    throw new Problem("invalid_request", "The query's from lies behind its to.", { path: "from" });
  }
  return foundRun(await store.reader.readIssueDifference(filter), filter.run);
}
