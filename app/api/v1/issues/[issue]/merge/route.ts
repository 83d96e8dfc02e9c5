import { mergeIssue } from "@/lib/server/merge-issue";
import { route } from "@/lib/server/route";
import { toWireIssueDetail } from "@/lib/wire/issue-detail";
import { IssueMergePost } from "@/lib/wire/issue-requests";

export const dynamic = "force-dynamic";

/** Takes another issue into this one. */
export const POST = route(async ({ context, issue, json }) => {
  return toWireIssueDetail(await mergeIssue(context.store, issue(), await json(IssueMergePost)));
});
