/** Which issues the queue shows: what its address says, and what that asks of the API. */
import { issueFields } from "@/lib/core/filter/fields";
import { readFilter } from "@/lib/core/filter/read-filter";
import { type AskedIssues, toAskedIssues } from "@/lib/core/issues/asked-issues";
import type { IssueFilter, IssueSort } from "@/lib/core/issues/issue-filter";
import { issueSorts } from "@/lib/core/issues/issue-filter";
import { type TriageState, triageStates } from "@/lib/core/issues/triage";
import { readText, withSearch } from "./address";

/** `waiting`: open and acknowledged ones, which still wait for someone. */
export const issueStates = ["waiting", ...triageStates, "all"] as const;
export type IssueStates = (typeof issueStates)[number];

export interface IssueView {
  readonly q: string;
  readonly state: IssueStates;
  readonly kind: string | null;
  readonly run: string | null;
  /** What the other parameters can't say, in the filter language. */
  readonly filter: string;
  readonly sort: IssueSort;
}

export const wholeQueue: IssueView = { q: "", state: "waiting", kind: null, run: null, filter: "", sort: "queue" };

/** Issues of a page of the queue. */
const issuePageSize = 100;

const waiting: readonly TriageState[] = ["open", "acknowledged"];

/** Reads an address. What it does not understand is left out, so that an old link still shows something. */
export function parseIssueView(params: URLSearchParams): IssueView {
  return {
    q: params.get("q") ?? "",
    state: issueStates.find((state) => state === params.get("state")) ?? "waiting",
    kind: readText(params.get("kind")),
    run: readText(params.get("run")),
    filter: params.get("filter") ?? "",
    sort: issueSorts.find((sort) => sort === params.get("sort")) ?? "queue",
  };
}

function toStates(state: IssueStates, { runs, asksForState }: AskedIssues): readonly TriageState[] | null {
  // No issue is in two runs at once where it is counted in one.
  if (runs.length > 1) return [];
  if (state === "waiting") return asksForState ? null : waiting;
  return state === "all" ? null : [state];
}

/** The same question, put to the store. A filter that can't be read asks for nothing: find that out first. */
export function toIssueFilter({ q, state, kind, run, filter, sort }: IssueView): IssueFilter {
  const read = readFilter(filter, issueFields);
  const asked = toAskedIssues(read.ok ? read.value.map(({ condition }) => condition) : [], run);
  return {
    states: toStates(state, asked),
    sort,
    run: asked.runs[0],
    kind: kind ?? undefined,
    query: q.trim() === "" ? undefined : q.trim(),
    where: asked.where,
    after: null,
    limit: issuePageSize,
  };
}

/** What a view asks of the API. @param paging how a list is paged. */
export function toIssueSearch(
  { q, state, kind, run, filter, sort }: IssueView,
  paging: Readonly<Record<string, string>>,
) {
  const params = new URLSearchParams({ ...paging, sort });
  if (state !== "waiting") params.set("state", state);
  if (q.trim() !== "") params.set("q", q.trim());
  if (kind !== null) params.set("kind", kind);
  if (run !== null) params.set("run", run);
  if (filter !== "") params.set("filter", filter);
  return params;
}

/** The API's address of what a view shows. */
export function issuesApiPath(view: IssueView): string {
  return withSearch("/api/v1/issues", toIssueSearch(view, { limit: String(issuePageSize) }));
}

export function issueHref(issue: number): string {
  return `/issues/${issue}`;
}

/** The queue, narrowed to one run or one kind. */
export function queueHref(narrowed: Partial<Pick<IssueView, "run" | "kind" | "state">>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(narrowed)) if (value !== null) params.set(name, value);
  return withSearch("/issues", params);
}
