import { type Condition, meetsAll } from "../filter/condition";
import { type IssueEntry, issueStandings, type OtherIssues } from "./issue";
import type { TriageState } from "./triage";

export const issueSorts = ["queue", "count"] as const;
export type IssueSort = (typeof issueSorts)[number];

/** The last issue of a page, by what the list is ordered by. */
export interface IssueCursor {
  readonly rank: number;
  readonly value: number;
  readonly id: number;
}

export interface IssueFilter {
  readonly run?: string | undefined;
  /** null: whatever state. */
  readonly states: readonly TriageState[] | null;
  readonly kind?: string | undefined;
  /** Words of the kind, the template or the owner. */
  readonly query?: string | undefined;
  /** What a filter asks beside all of these. */
  readonly where?: readonly Condition[] | undefined;
  /** `queue`: new, reopened, rising, ongoing, each by when it was seen last; `count`: the most frequent first. */
  readonly sort: IssueSort;
  readonly after: IssueCursor | null;
  readonly limit: number;
}

export interface IssuePage {
  readonly issues: readonly IssueEntry[];
  /** What each kind has beyond its 200 most frequent issues, whatever the states asked for. */
  readonly others: readonly OtherIssues[];
  readonly next: IssueCursor | null;
  /** Matching issues. */
  readonly total: number;
}

function toCursor(entry: IssueEntry, sort: IssueSort): IssueCursor {
  if (sort === "count") return { rank: 0, value: entry.count, id: entry.id };
  return { rank: issueStandings.indexOf(entry.standing), value: entry.lastAt ?? 0, id: entry.id };
}

function compareCursors(a: IssueCursor, b: IssueCursor): number {
  return a.rank - b.rank || b.value - a.value || b.id - a.id;
}

/**
 * One page of a list of issues, sorted here.
 *
 * @returns the page, and the cursor of the one behind it; null where there is none.
 */
export function cutIssuePage(
  entries: readonly IssueEntry[],
  { sort, after, limit }: Pick<IssueFilter, "sort" | "after" | "limit">,
): { readonly page: readonly IssueEntry[]; readonly next: IssueCursor | null } {
  const sorted = entries
    .map((entry) => ({ entry, place: toCursor(entry, sort) }))
    .sort((a, b) => compareCursors(a.place, b.place));
  const behind = after === null ? sorted : sorted.filter(({ place }) => compareCursors(place, after) > 0);
  const shown = behind.slice(0, limit);
  return {
    page: shown.map(({ entry }) => entry),
    next: behind.length > limit ? (shown[shown.length - 1]?.place ?? null) : null,
  };
}

/** States as a filter names them: `waiting` is open or acknowledged, `all` any. */
function toStateNames({ state }: Pick<IssueEntry, "state">): readonly string[] {
  return state === "open" || state === "acknowledged" ? [state, "waiting", "all"] : [state, "all"];
}

/** Whether an issue is one that is asked for, whatever the run. */
export function isWantedIssue(entry: IssueEntry, filter: IssueFilter): boolean {
  const { states, kind, query, where } = filter;
  if (states !== null && !states.includes(entry.state)) return false;
  if (kind !== undefined && entry.kind !== kind) return false;
  const text = `${entry.kind} ${entry.template} ${entry.owner ?? ""}`;
  if (!text.toLowerCase().includes(query?.toLowerCase() ?? "")) return false;
  return meetsAll(where ?? [], {
    names: {
      state: toStateNames(entry),
      kind: [entry.kind],
      standing: [entry.standing],
      owner: entry.owner === null ? [] : [entry.owner],
    },
    numbers: { count: entry.count, runs: entry.runs },
    text,
  });
}
