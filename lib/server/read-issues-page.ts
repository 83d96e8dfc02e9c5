import type { Store } from "@/db/store";
import { formatRevision } from "@/lib/core/frame";
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { IssueFilter, IssuePage } from "@/lib/core/issues/issue-filter";

/** A page of issues, at a revision that a live stream can go on from. A run that there is not has none. */
export async function readIssuesPage(
  store: Store,
  filter: IssueFilter,
): Promise<{ readonly page: IssuePage; readonly revision: string }> {
  // First the revision, then what it covers: what changes in between is read once more, which is harmless.
  const revision = formatRevision(await store.reader.readRevision());
  return { page: await store.reader.listIssues(filter), revision };
}

/** One issue for its page; null where there is none. */
export async function readIssuePage(
  store: Store,
  id: number,
): Promise<{ readonly issue: IssueDetail; readonly revision: string } | null> {
  const revision = formatRevision(await store.reader.readRevision());
  const issue = await store.reader.readIssue(id);
  return issue === null ? null : { issue, revision };
}
