import { sendJson } from "@/components/ui/send-json";
import type { IssueDetail } from "@/lib/core/issues/issue";
import { parseIssueDetail } from "@/lib/wire/issue-detail";

/** What sending a change came to: the issue as it is now, or in words why not. */
export type Sent = { readonly issue: IssueDetail } | { readonly refused: string };

const unknownOutcome = {
  refused: "The server did not answer. Nothing is known to have changed; try again when it does.",
};

/** Sends a change of an issue. Whatever goes wrong is said in words, and nothing is lost by saying it again. */
export async function sendChange(method: "PATCH" | "POST", path: string, body: object): Promise<Sent> {
  const sending = await sendJson(method, `/api/v1/issues/${path}`, body);
  if (sending.as === "refused") return { refused: sending.why };
  if (sending.as === "unanswered") return unknownOutcome;
  try {
    return { issue: parseIssueDetail(sending.json) };
  } catch {
    return unknownOutcome;
  }
}
