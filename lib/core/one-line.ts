/**
 * Characters that a reader does not see, or that move others: those of control and of direction, lone surrogates, and
 * line ends of any kind. Not the joiners, which letters and emoji are made with.
 */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function toEscaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Foreign words as they can stand in a line, on a terminal too: what can't be seen is escaped. */
export function escapeUnseen(text: string): string {
  return text.replace(unseen, toEscaped);
}

/** A name as it can stand in a line: quoted, with what can't be seen in it escaped, where it has any. */
export function toOneLine(name: string): string {
  return name.search(unseen) < 0 ? name : escapeUnseen(JSON.stringify(name));
}
