import type { Store } from "@/db/store";
import type { IssueFilter, IssuePage } from "@/lib/core/issues/issue-filter";
import { requireRun } from "./found";

/** A page of failure issues, of one run or of all. @throws Problem `not_found` where there is no such run. */
export async function listIssues(store: Store, filter: IssueFilter): Promise<IssuePage> {
  if (filter.run !== undefined) await requireRun(store, filter.run);
  return store.reader.listIssues(filter);
}
