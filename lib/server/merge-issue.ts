import type { z } from "zod";
import type { Store } from "@/db/store";
import { Problem } from "@/lib/core/errors";
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { IssueMergePost, IssueUnmergePost } from "@/lib/wire/issue-requests";
import { foundIssue } from "./found";
import { readIssue } from "./read-issue";

/**
 * Takes every form of another issue into this one; this one as it then is.
 *
 * @throws Problem `not_found`, `conflict` where one of them was merged before, `invalid_request` with itself.
 */
export async function mergeIssue(
  store: Store,
  id: number,
  { issue: from, by }: z.output<typeof IssueMergePost>,
): Promise<IssueDetail> {
  if (from === id) {
    throw new Problem("invalid_request", `Issue ${id} can't be merged with itself. Name another.`, { path: "issue" });
  }
  foundIssue(await store.reader.readIssue(from), from);
  foundIssue((await store.triage.mergeIssue(from, id, by, Date.now())) || null, id);
  return readIssue(store, id);
}

/** Takes one form out of an issue; the issue that it has become. @throws Problem `not_found`, `conflict`. */
export async function unmergeIssue(
  store: Store,
  id: number,
  { fingerprint, by }: z.output<typeof IssueUnmergePost>,
): Promise<IssueDetail> {
  const to = await store.triage.unmergeIssue(id, fingerprint, by, Date.now());
  if (to === null) {
    throw new Problem("not_found", `There is no issue ${id} with this fingerprint.`, { path: "fingerprint" });
  }
  return readIssue(store, to);
}
