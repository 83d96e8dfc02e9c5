/** Where a text stops being JSON: engines say so in words that differ, or not at all. */

type Expecting = "value" | "item or end" | "name or end" | "name" | "colon" | "comma or end" | "nothing";

const words = ["true", "false", "null", "NaN", "Infinity", "-Infinity"] as const;
const space = /[ \t\r\n]*/y;
const digits = /[0-9]*/y;

/** End of what a sticky pattern matches at a place. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** A part of the text: where it ends, or where it goes wrong. */
interface Part {
  readonly at: number;
  readonly isGood: boolean;
}

function readString(text: string, open: number): Part {
  for (let at = open + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return { at: at + 1, isGood: true };
    if (character < " ") return { at, isGood: false };
    if (character !== "\\") continue;
    at++;
    if (text.charAt(at) === "u") {
      for (let end = at + 4; at < end; at++)
        if (!/[0-9a-fA-F]/.test(text.charAt(at + 1))) return { at: at + 1, isGood: false };
    } else if (!/["\\/bfnrt]/.test(text.charAt(at))) return { at, isGood: false };
  }
  return { at: text.length, isGood: false };
}

function readDigits(text: string, from: number): Part {
  const at = skip(digits, text, from);
  return { at, isGood: at > from };
}

function readNumber(text: string, from: number): Part {
  const start = text.charAt(from) === "-" ? from + 1 : from;
  let part: Part = text.charAt(start) === "0" ? { at: start + 1, isGood: true } : readDigits(text, start);
  if (part.isGood && text.charAt(part.at) === ".") part = readDigits(text, part.at + 1);
  if (part.isGood && /[eE]/.test(text.charAt(part.at))) {
    part = readDigits(text, /[+-]/.test(text.charAt(part.at + 1)) ? part.at + 2 : part.at + 1);
  }
  return part;
}

function readScalar(text: string, at: number): Part {
  if (text.charAt(at) === '"') return readString(text, at);
  const word = words.find((one) => text.startsWith(one, at));
  return word === undefined ? readNumber(text, at) : { at: at + word.length, isGood: true };
}

/**
 * The offset of the first character that no JSON could have there, bare NaN and infinities allowed; the length of the
 * text where it ends too early, and null where it is JSON. Goes along without recursion, so depth is no danger.
 */
export function findJsonError(text: string): number | null {
  const open: ("{" | "[")[] = [];
  let expecting: Expecting = "value";
  const behindValue = (): Expecting => (open.length === 0 ? "nothing" : "comma or end");
  for (let at = skip(space, text, 0); ; at = skip(space, text, at)) {
    if (at >= text.length) return expecting === "nothing" ? null : text.length;
    const character = text.charAt(at);
    const innermost = open[open.length - 1];
    const closes = (character === "}" && innermost === "{") || (character === "]" && innermost === "[");
    if (closes && (expecting === "comma or end" || expecting === (innermost === "{" ? "name or end" : "item or end"))) {
      open.pop();
      expecting = behindValue();
      at++;
    } else if (expecting === "value" || expecting === "item or end") {
      if (character === "{" || character === "[") {
        open.push(character);
        expecting = character === "{" ? "name or end" : "item or end";
        at++;
        continue;
      }
      const part = readScalar(text, at);
      if (!part.isGood) return part.at;
      expecting = behindValue();
      at = part.at;
    } else if (expecting === "name" || expecting === "name or end") {
      const part = character === '"' ? readString(text, at) : { at, isGood: false };
      if (!part.isGood) return part.at;
      expecting = "colon";
      at = part.at;
    } else if (expecting === "colon" && character === ":") {
      expecting = "value";
      at++;
    } else if (expecting === "comma or end" && character === ",") {
      expecting = innermost === "{" ? "name" : "value";
      at++;
    } else return at;
  }
}
