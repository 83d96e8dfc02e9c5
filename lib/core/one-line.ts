const unseen = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** A name as it can stand in a line: quoted, with its control characters escaped, where it has any. */
export function toOneLine(name: string): string {
  if (name.search(unseen) < 0) return name;
  const toEscaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(name).replace(unseen, toEscaped);
}
