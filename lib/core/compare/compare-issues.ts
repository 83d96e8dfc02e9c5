import type { TriageState } from "../issues/triage";
import type { IssueCount } from "./run-tally";

/** Against the baseline: seen elsewhere only, seen there only, or in both. */
export const issuePresences = ["new", "gone", "shared"] as const;
export type IssuePresence = (typeof issuePresences)[number];

export interface ComparedIssue {
  readonly issue: number;
  readonly kind: string;
  readonly template: string;
  readonly state: TriageState;
  readonly presence: IssuePresence;
  /** In the order of the runs; null: the run is left out. */
  readonly counts: readonly (number | null)[];
}

export interface ComparedIssues {
  readonly issues: readonly ComparedIssue[];
  /** Those that are not listed, by presence. */
  readonly others: Readonly<Record<IssuePresence, number>>;
}

/** Issues that are listed of each presence, the most frequent first. */
const mostListed = 100;

function judgePresence(counts: readonly (number | null)[], baseline: number): IssuePresence {
  const isThere = (counts[baseline] ?? 0) > 0;
  if (!isThere) return "new";
  return counts.some((count, index) => index !== baseline && (count ?? 0) > 0) ? "shared" : "gone";
}

/**
 * Which issues the runs have, held against the baseline. An issue that was seen once may be new by chance: the counts
 * stand beside it.
 *
 * @param runs what each run has of them; null: left out. With the baseline left out, every issue is new.
 */
export function compareIssues(runs: readonly (readonly IssueCount[] | null)[], baseline: number): ComparedIssues {
  const heads = new Map<number, IssueCount>();
  const counts = new Map<number, (number | null)[]>();
  runs.forEach((issues, run) => {
    for (const one of issues ?? []) {
      const known = heads.get(one.issue);
      if (known === undefined || one.count > known.count) heads.set(one.issue, one);
      const row = counts.get(one.issue) ?? runs.map((told) => (told === null ? null : 0));
      row[run] = one.count;
      counts.set(one.issue, row);
    }
  });
  const all = [...heads.values()].map(({ issue, kind, template, state }): ComparedIssue => {
    const row = counts.get(issue) ?? [];
    return { issue, kind, template, state, presence: judgePresence(row, baseline), counts: row };
  });
  const most = ({ counts: row }: ComparedIssue) => row.reduce<number>((top, count) => Math.max(top, count ?? 0), 0);
  const byPresence = issuePresences.map((presence) => {
    const some = all.filter((one) => one.presence === presence).sort((a, b) => most(b) - most(a) || a.issue - b.issue);
    return { presence, listed: some.slice(0, mostListed), left: Math.max(0, some.length - mostListed) };
  });
  const leftOf = (wanted: IssuePresence) => byPresence.find(({ presence }) => presence === wanted)?.left ?? 0;
  return {
    issues: byPresence.flatMap(({ listed }) => listed),
    others: { new: leftOf("new"), gone: leftOf("gone"), shared: leftOf("shared") },
  };
}
