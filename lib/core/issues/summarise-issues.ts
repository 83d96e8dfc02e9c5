import { toFingerprint } from "./fingerprint";
import { compareText, type IssueForm, type IssueSummary, IssueTally, type Occurrence } from "./issue-tally";
import { toTemplate } from "./template";

export interface KindIssues {
  readonly kind: string;
  readonly count: number;
  /** By count, at most 200. */
  readonly issues: readonly IssueSummary[];
  /** What is left, counted; null where nothing is. */
  readonly other: { readonly issues: number; readonly count: number } | null;
}

const listedIssues = 200;

type ReadForm = Omit<IssueForm, "count">;

/** Reads each kind and reason once, and hashes each template once: many rollouts fail alike, often to the letter. */
class FormReader {
  readonly #byReason = new Map<string, ReadForm>();
  readonly #byTemplate = new Map<string, ReadForm>();

  read(kind: string, reason: string | null): ReadForm {
    const key = JSON.stringify([kind, reason]);
    const known = this.#byReason.get(key);
    if (known !== undefined) return known;
    const template = toTemplate(reason);
    const templateKey = JSON.stringify([kind, template]);
    const form = this.#byTemplate.get(templateKey) ?? { fingerprint: toFingerprint(kind, template), kind, template };
    this.#byReason.set(key, form);
    this.#byTemplate.set(templateKey, form);
    return form;
  }
}

/**
 * Groups occurrences into issues, by kind. The answer depends on which occurrences there are, never on their order; give
 * each rollout once.
 *
 * @param issueOf the issue that a fingerprint is mapped to, where it is: merged ones share it.
 */
export function summariseIssues(
  occurrences: Iterable<Occurrence>,
  issueOf: ReadonlyMap<string, string> = new Map(),
): KindIssues[] {
  const tallies = new Map<string, IssueTally>();
  const reader = new FormReader();
  for (const occurrence of occurrences) {
    const form = reader.read(occurrence.kind, occurrence.reason);
    const issue = issueOf.get(form.fingerprint) ?? form.fingerprint;
    const tally = tallies.get(issue) ?? new IssueTally();
    tallies.set(issue, tally);
    tally.add(form, occurrence);
  }

  const byKind = new Map<string, { issue: string; tally: IssueTally; main: IssueForm }[]>();
  for (const [issue, tally] of tallies) {
    const { main } = tally;
    if (main === undefined) continue;
    const entries = byKind.get(main.kind) ?? [];
    byKind.set(main.kind, entries);
    entries.push({ issue, tally, main });
  }
  const total = (entries: readonly { readonly tally: IssueTally }[]) =>
    entries.reduce((sum, { tally }) => sum + tally.count, 0);
  return [...byKind]
    .map(([kind, entries]): KindIssues => {
      entries.sort(
        (a, b) =>
          b.tally.count - a.tally.count ||
          compareText(a.main.template, b.main.template) ||
          compareText(a.issue, b.issue),
      );
      const rest = entries.slice(listedIssues);
      return {
        kind,
        count: total(entries),
        issues: entries.slice(0, listedIssues).map(({ issue, tally, main }) => tally.summarise(issue, main)),
        other: rest.length === 0 ? null : { issues: rest.length, count: total(rest) },
      };
    })
    .sort((a, b) => b.count - a.count || compareText(a.kind, b.kind));
}
