import type { IssueSummary } from "./issue-tally";

/** Two issues that may be one. Never merged by itself. */
export interface MergeSuggestion {
  /** The more frequent one first. */
  readonly issues: readonly [string, string];
  /** Sørensen-Dice coefficient of the templates' words, 0 to 1. */
  readonly similarity: number;
}

const smallestSimilarity = 0.8;
/** Short templates share most of their words by chance. */
const fewestWords = 4;
const listedSuggestions = 20;

/** Words and holes of a template with how often each occurs; punctuation is none. */
function countWords(template: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of template.toLowerCase().matchAll(/<[a-z]+>|[\p{L}\p{N}_]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

/** 2 |a ∩ b| ÷ (|a| + |b|), of words as often as they occur. */
function measureSimilarity(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0);
  return (2 * shared) / (sum(a) + sum(b));
}

/**
 * Suggests issues of one kind whose templates say nearly the same, the most alike first, at most 20 pairs.
 *
 * @param issues of one kind, by count.
 */
export function suggestMerges(issues: readonly Pick<IssueSummary, "issue" | "template">[]): MergeSuggestion[] {
  const counted = issues
    .map(({ issue, template }) => ({ issue, words: countWords(template) }))
    .filter(({ words }) => sum(words) >= fewestWords);
  const found = counted.flatMap((a, at) =>
    counted.slice(at + 1).map((b): MergeSuggestion => {
      return { issues: [a.issue, b.issue], similarity: measureSimilarity(a.words, b.words) };
    }),
  );
  return found
    .filter(({ similarity }) => similarity >= smallestSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, listedSuggestions);
}
