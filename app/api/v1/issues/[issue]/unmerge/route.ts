import { unmergeIssue } from "@/lib/server/merge-issue";
import { route } from "@/lib/server/route";
import { toWireIssueDetail } from "@/lib/wire/issue-detail";
import { IssueUnmergePost } from "@/lib/wire/issue-requests";

export const dynamic = "force-dynamic";

/** Takes one form out of this issue. */
export const POST = route(async ({ context, issue, json }) => {
  return toWireIssueDetail(await unmergeIssue(context.store, issue(), await json(IssueUnmergePost)));
});
