import { addIssueNote } from "@/lib/server/add-issue-note";
import { route } from "@/lib/server/route";
import { toWireIssueDetail } from "@/lib/wire/issue-detail";
import { IssueNotePost } from "@/lib/wire/issue-requests";

export const dynamic = "force-dynamic";

/** A note on an issue. */
export const POST = route(async ({ context, issue, json }) => {
  return toWireIssueDetail(await addIssueNote(context.store, issue(), await json(IssueNotePost)));
});
