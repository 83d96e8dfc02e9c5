import type { z } from "zod";
import type { Store } from "@/db/store";
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { IssueNotePost } from "@/lib/wire/issue-requests";
import { foundIssue } from "./found";
import { readIssue } from "./read-issue";

/** Keeps a note on an issue; the issue with it. @throws Problem `not_found`. */
export async function addIssueNote(
  store: Store,
  id: number,
  { text, by }: z.output<typeof IssueNotePost>,
): Promise<IssueDetail> {
  foundIssue((await store.triage.addIssueNote(id, text, by, Date.now())) || null, id);
  return readIssue(store, id);
}
