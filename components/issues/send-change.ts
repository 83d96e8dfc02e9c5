import { z } from "zod";
import type { IssueDetail } from "@/lib/core/issues/issue";
import { parseIssueDetail } from "@/lib/wire/issue-detail";

/** What sending a change came to: the issue as it is now, or in words why not. */
export type Sent = { readonly issue: IssueDetail } | { readonly refused: string };

const Told = z.object({ detail: z.string() });

/** Sends a change of an issue. Whatever goes wrong is said in words, and nothing is lost by saying it again. */
export async function sendChange(method: "PATCH" | "POST", path: string, body: object): Promise<Sent> {
  try {
    const response = await fetch(`/api/v1/issues/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const json: unknown = await response.json();
    if (response.ok) return { issue: parseIssueDetail(json) };
    const told = Told.safeParse(json);
    return { refused: told.success ? told.data.detail : `The server answered ${response.status}. Try again.` };
  } catch {
    return { refused: "The server did not answer. Nothing is known to have changed; try again when it does." };
  }
}
