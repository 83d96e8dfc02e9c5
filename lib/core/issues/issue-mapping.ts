/**
 * Which issue each fingerprint belongs to. Issues have ids of their own, made by whoever keeps them, so that triage
 * outlives changed rules, and so that a merge moves a fingerprint and loses nothing.
 */
export type IssueMapping = ReadonlyMap<string, string>;

/** An entry of the log: one fingerprint moved. */
export interface MappingMove {
  readonly act: "merge" | "unmerge" | "inherit";
  readonly fingerprint: string;
  /** null: it belonged to none. */
  readonly from: string | null;
  readonly to: string;
}

/** Moves every fingerprint of one issue to another. Merging an issue with itself moves none. */
export function mergeIssues(mapping: IssueMapping, from: string, into: string): MappingMove[] {
  if (from === into) return [];
  const fingerprints = [...mapping].filter(([, issue]) => issue === from).map(([fingerprint]) => fingerprint);
  return fingerprints.sort().map((fingerprint) => ({ act: "merge", fingerprint, from, to: into }));
}

/** Moves one fingerprint out of an issue, to the one that it came from or to a new one. */
export function unmergeFingerprint(mapping: IssueMapping, fingerprint: string, to: string): MappingMove[] {
  const from = mapping.get(fingerprint) ?? null;
  return from === to ? [] : [{ act: "unmerge", fingerprint, from, to }];
}

/** How many occurrences had one fingerprint under the old rules and have another under the new. */
export interface FingerprintOverlap {
  readonly before: string;
  readonly after: string;
  readonly count: number;
}

/**
 * After a change of rules: each new fingerprint that belongs nowhere goes to the issue that most of its occurrences
 * belonged to. So an issue that fell apart stays one, and what grew together goes where most of it was.
 */
export function inheritIssues(mapping: IssueMapping, overlaps: readonly FingerprintOverlap[]): MappingMove[] {
  const votes = new Map<string, Map<string, number>>();
  for (const { before, after, count } of overlaps) {
    const issue = mapping.get(before);
    if (issue === undefined || mapping.has(after)) continue;
    const own = votes.get(after) ?? new Map<string, number>();
    votes.set(after, own);
    own.set(issue, (own.get(issue) ?? 0) + count);
  }
  return [...votes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([fingerprint, own]) => {
      const [winner] = [...own].sort(([aIssue, a], [bIssue, b]) => b - a || (aIssue < bIssue ? -1 : 1));
      return winner === undefined ? [] : [{ act: "inherit" as const, fingerprint, from: null, to: winner[0] }];
    });
}

/** The mapping after some moves. */
export function applyMoves(mapping: IssueMapping, moves: readonly MappingMove[]): IssueMapping {
  const next = new Map(mapping);
  for (const { fingerprint, to } of moves) next.set(fingerprint, to);
  return next;
}
