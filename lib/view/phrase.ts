/**
 * A stretch of a sentence, so that foreign words in it are told apart from ours: `kind` is a failure kind, `name` a word
 * of the sender's choosing.
 */
export interface PhrasePart {
  readonly as: "strong" | "plain" | "kind" | "name";
  readonly text: string;
}

export function plain(text: string): PhrasePart {
  return { as: "plain", text };
}

export function strong(text: string): PhrasePart {
  return { as: "strong", text };
}

export function name(text: string): PhrasePart {
  return { as: "name", text };
}

/** A phrase as one line of plain text. */
export function toText(parts: readonly PhrasePart[]): string {
  return parts.map(({ text }) => text).join("");
}
