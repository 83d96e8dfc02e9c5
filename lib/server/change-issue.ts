import type { z } from "zod";
import type { Store } from "@/db/store";
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { TriageAct, TriageState } from "@/lib/core/issues/triage";
import type { IssuePatch } from "@/lib/wire/issue-requests";
import { foundIssue } from "./found";
import { readIssue } from "./read-issue";

const acts: Readonly<Record<TriageState, TriageAct["type"]>> = {
  open: "reopen",
  acknowledged: "acknowledge",
  resolved: "resolve",
  ignored: "ignore",
};

/**
 * Decides about an issue, gives it to someone, or both; the issue as it then is.
 *
 * @throws Problem `not_found`; `conflict` where it changed since the version that is named.
 */
export async function changeIssue(store: Store, id: number, told: z.output<typeof IssuePatch>): Promise<IssueDetail> {
  const { version, state, until_rate: untilRate = null, owner, by } = told;
  const act = state === undefined ? undefined : { type: acts[state], untilRate };
  const isFound = await store.triage.changeIssue(id, { version, by, act, owner }, Date.now());
  foundIssue(isFound || null, id);
  return readIssue(store, id);
}
