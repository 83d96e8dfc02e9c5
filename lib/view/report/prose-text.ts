/** A person's words: paragraphs, apart by empty lines, of lines, of stretches that may be addresses. */

export interface ProsePart {
  readonly text: string;
  /** null: plain words. */
  readonly url: string | null;
}

const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;

function toParts(line: string): ProsePart[] {
  const parts: ProsePart[] = [];
  let from = 0;
  for (const match of line.matchAll(address)) {
    if (match.index > from) parts.push({ text: line.slice(from, match.index), url: null });
    parts.push({ text: match[0], url: match[0] });
    from = match.index + match[0].length;
  }
  if (from < line.length) parts.push({ text: line.slice(from), url: null });
  return parts;
}

/** Paragraphs of lines of parts. */
export function toParagraphs(text: string): readonly (readonly (readonly ProsePart[])[])[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ""))
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => paragraph.split("\n").map(toParts));
}
