/** What may stand behind the question mark of the addresses of failure issues, and of what sets rollouts apart. */
import { z } from "zod";
import { Problem } from "@/lib/core/errors";
import { issueFields, runIssueFields } from "@/lib/core/filter/fields";
import { onlyOneRun, toAskedIssues } from "@/lib/core/issues/asked-issues";
import type { ComparedRollouts, IssueDifferenceFilter } from "@/lib/core/issues/issue-difference";
import { type IssueFilter, issueSorts } from "@/lib/core/issues/issue-filter";
import { type TriageState, triageStates } from "@/lib/core/issues/triage";
import { filterText, parseFilterText } from "./filter-text";
import { parseIssueCursor } from "./issue-cursor";
import { limit, parseQuery, step, word } from "./query";
import { parseRunName } from "./run-name";

const issues = {
  state: z.enum([...triageStates, "all"]).optional(),
  kind: z.string().max(200).optional(),
  q: z.string().max(500).optional(),
  filter: filterText.optional(),
  sort: z.enum(issueSorts),
  cursor: z.string().max(200).optional(),
  limit: limit.default(50),
};

export const IssuesQuery = z.object({ run: word.optional(), ...issues, sort: issues.sort.default("queue") });

export const RunIssuesQuery = z.object({ ...issues, sort: issues.sort.default("count") });

export const IssueDifferenceQuery = z.object({ run: word, from: step.optional(), to: step.optional() });

/** One of the first three says which rollouts. */
export const DifferenceQuery = z.object({
  kind: z.string().min(1).max(200).optional(),
  outcome: z.enum(["masked", "failed"]).optional(),
  suspected: z.literal("true").optional(),
  from: step,
  to: step,
});

/** Unless told, what still waits for someone; in one run, whatever it is. */
function toStates(state: TriageState | "all" | undefined, unlessTold: readonly TriageState[] | null) {
  if (state === undefined) return unlessTold;
  return state === "all" ? null : [state];
}

export function parseIssuesQuery(query: URLSearchParams): IssueFilter {
  const { run, state, q, filter, cursor, ...told } = parseQuery(IssuesQuery, query);
  const after = cursor === undefined ? null : parseIssueCursor(cursor);
  const conditions = parseFilterText(filter, issueFields).map(({ condition }) => condition);
  const { where, runs, asksForState } = toAskedIssues(conditions, run ?? null);
  if (runs.length > 1) throw new Problem("invalid_request", onlyOneRun, { path: "run" });
  const unlessTold = asksForState ? null : (["open", "acknowledged"] as const);
  return { ...told, run: runs.map(parseRunName)[0], states: toStates(state, unlessTold), query: q, where, after };
}

export function parseRunIssuesQuery(query: URLSearchParams): Omit<IssueFilter, "run"> {
  const { state, q, filter, cursor, ...told } = parseQuery(RunIssuesQuery, query);
  return {
    ...told,
    states: toStates(state, null),
    query: q,
    where: parseFilterText(filter, runIssueFields).map(({ condition }) => condition),
    after: cursor === undefined ? null : parseIssueCursor(cursor),
  };
}

export function parseIssueDifferenceQuery(query: URLSearchParams): Omit<IssueDifferenceFilter, "of"> {
  const { run, from, to } = parseQuery(IssueDifferenceQuery, query);
  return { run: parseRunName(run), from, to };
}

function toCompared({ kind, outcome, suspected }: z.output<typeof DifferenceQuery>): ComparedRollouts {
  const told = [kind, outcome, suspected].filter((one) => one !== undefined).length;
  if (told !== 1) {
    const words = "Say which rollouts are compared: one of kind, outcome and suspected.";
    throw new Problem("invalid_request", words, { path: "kind" });
  }
  if (kind !== undefined) return { kind };
  return outcome === undefined ? { suspected: true } : { outcome };
}

export function parseDifferenceQuery(query: URLSearchParams): Omit<IssueDifferenceFilter, "run"> {
  const told = parseQuery(DifferenceQuery, query);
  return { of: toCompared(told), from: told.from, to: told.to };
}
