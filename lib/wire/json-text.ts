import { findJsonError } from "./json-error";

/**
 * JSON as Python writes it: `NaN`, `Infinity` and `-Infinity` are accepted outside strings, everything else is the
 * strict grammar (RFC 8259). Line and column of an error are those of the text as it was sent.
 */

export class JsonTextError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.name = "JsonTextError";
    this.line = line;
    this.column = column;
  }
}

const tokens: readonly (readonly [token: string, value: number])[] = [
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["NaN", Number.NaN],
];

const nameEnd = /[ \t\r\n]*:/y;
const quote = 0x22;
const backslash = 0x5c;

/** Index just behind a string that opens at `start`. */
function skipString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 2;
    else if (code === quote) return at + 1;
    else at++;
  }
  return text.length;
}

/** Replaces bare tokens by marked strings that no sender's string can equal. */
function markTokens(text: string, mark: string): string {
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = skipString(text, at);
      continue;
    }
    const token =
      code === 0x4e || code === 0x49 || code === 0x2d ? tokens.find(([name]) => text.startsWith(name, at)) : undefined;
    if (token === undefined) {
      at++;
      continue;
    }
    nameEnd.lastIndex = at + token[0].length;
    // A name is never bare: left as it is, it is refused.
    if (nameEnd.test(text)) return text;
    parts.push(text.slice(copied, at), `"${mark}${token[0]}"`);
    at += token[0].length;
    copied = at;
  }
  parts.push(text.slice(copied));
  return parts.join("");
}

/** Made anew for each text, so that no sender can know it, however its strings are escaped. */
function secretMark(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

function unmark(value: unknown, mark: string): unknown {
  if (typeof value === "string") {
    if (!value.startsWith(mark)) return value;
    return tokens.find(([name]) => name === value.slice(mark.length))?.[1] ?? value;
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = unmark(value[index], mark);
    return value;
  }
  if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) {
      const converted = unmark(inner, mark);
      if (converted !== inner) {
        Object.defineProperty(value, key, { value: converted, enumerable: true, writable: true, configurable: true });
      }
    }
  }
  return value;
}

function strictParse(text: string): unknown {
  return JSON.parse(text);
}

function toJsonTextError(text: string): JsonTextError {
  const offset = findJsonError(text) ?? text.length;
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  const found = offset >= text.length ? "the text ends here" : `unexpected ${JSON.stringify(text.charAt(offset))}`;
  return new JsonTextError(`not JSON: ${found}`, line, column);
}

/** Levels of nesting in a text that is valid JSON but for bare tokens. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = skipString(text, at) - 1;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

/** Whether a parsed value is nested deeper than `limit`; stops as soon as it knows. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (value === null || typeof value !== "object") return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isDeeperThan(inner, limit - 1));
  for (const key in value) {
    // Parsed JSON has own keys only; going through them without a list keeps this off the profile.
    if (isDeeperThan(Reflect.get(value, key), limit - 1)) return true;
  }
  return false;
}

/**
 * Parses JSON text that may hold bare NaN, Infinity and -Infinity, which become those numbers.
 *
 * @throws JsonTextError with line and column, both from 1.
 */
export function parseJsonText(text: string): unknown {
  try {
    return strictParse(text);
  } catch {
    if (!text.includes("NaN") && !text.includes("Infinity")) throw toJsonTextError(text);
    const mark = secretMark();
    const marked = markTokens(text, mark);
    let value: unknown;
    try {
      value = strictParse(marked);
    } catch {
      throw toJsonTextError(text);
    }
    if (jsonDepth(marked) > deepestUnmarked) return value;
    return unmark(value, mark);
  }
}

/** Deeper values are refused by every caller; walking them would only exhaust the stack. */
const deepestUnmarked = 1_000;
