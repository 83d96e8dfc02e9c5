/** What a search asks and finds. */
export interface SearchQuery {
  /** What somebody typed: words, to the letter. */
  readonly text: string;
  /** Only of this run; absent: of all. */
  readonly run?: string | undefined;
  /** Of each type. */
  readonly limit: number;
}

export type SearchResult =
  | { readonly type: "run"; readonly run: string; readonly title: string | null; readonly project: string | null }
  | { readonly type: "issue"; readonly issue: number; readonly kind: string; readonly template: string }
  | {
      readonly type: "reason";
      readonly run: string;
      readonly step: number | null;
      readonly rollout: number;
      readonly kind: string;
      readonly text: string;
    }
  | { readonly type: "kind"; readonly kind: string }
  | { readonly type: "environment"; readonly environment: string; readonly run: string }
  | { readonly type: "label"; readonly name: string; readonly value: string; readonly run: string }
  | {
      readonly type: "annotation";
      readonly annotation: number;
      readonly run: string;
      readonly step: number | null;
      readonly toStep: number | null;
      readonly text: string;
    }
  | {
      readonly type: "rollout";
      readonly rollout: number;
      readonly run: string;
      readonly step: number | null;
      readonly id: string | null;
    };

/** The words of a search; what holds neither letter nor digit is none. */
export function toSearchWords(text: string): string[] {
  return text
    .replaceAll("\u0000", " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 20);
}
