import type { Store } from "@/db/store";
import type { IssueDetail } from "@/lib/core/issues/issue";
import { foundIssue } from "./found";

/** One failure issue with everything that is known of it. @throws Problem `not_found`. */
export async function readIssue(store: Store, id: number): Promise<IssueDetail> {
  return foundIssue(await store.reader.readIssue(id), id);
}
