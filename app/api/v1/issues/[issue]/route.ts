import { changeIssue } from "@/lib/server/change-issue";
import { readIssue } from "@/lib/server/read-issue";
import { route } from "@/lib/server/route";
import { toWireIssueDetail } from "@/lib/wire/issue-detail";
import { IssuePatch } from "@/lib/wire/issue-requests";

export const dynamic = "force-dynamic";

/** One failure issue with everything that is known of it. */
export const GET = route(async ({ context, issue }) => toWireIssueDetail(await readIssue(context.store, issue())));

/** Decides about it, gives it to someone, or both. */
export const PATCH = route(async ({ context, issue, json }) => {
  return toWireIssueDetail(await changeIssue(context.store, issue(), await json(IssuePatch)));
});
