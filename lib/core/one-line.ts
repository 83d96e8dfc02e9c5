const unseen = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A name as it can stand in a line: quoted, with its control characters escaped, where it has any. */
export function toOneLine(name: string): string {
  if (!unseen.test(name)) return name;
  return JSON.stringify(name).replace(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
