import { isRecord } from "@/lib/wire/is-record";
import { JsonTextError, parseJsonText } from "@/lib/wire/json-text";
import type { JsonRecord, Refusal } from "./importer";

/** A line of a file, blank ones left out but counted; the first has number 1. */
export type SourceLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly refusal: Refusal };

const newline = 0x0a;

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function toLine(number: number, bytes: Uint8Array, decoder: TextDecoder): SourceLine | null {
  try {
    const text = decoder.decode(bytes).trim();
    return text === "" ? null : { number, text };
  } catch {
    return { number, refusal: { code: "not_utf8", message: "not UTF-8 text" } };
  }
}

/**
 * Splits bytes into lines, holding no more than one line and one chunk at a time.
 *
 * @param limit longest line that is read, bytes; a longer one is refused and not held.
 */
export async function* readSourceLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<SourceLine> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 1;
  let parts: Uint8Array[] = [];
  let length = 0;
  const takeLine = () => {
    const message = `longer than ${limit} bytes`;
    const line =
      length > limit
        ? { number, refusal: { code: "line_too_long", message } }
        : toLine(number, join(parts, length), decoder);
    number++;
    parts = [];
    length = 0;
    return line;
  };
  const hold = (part: Uint8Array) => {
    length += part.length;
    if (length <= limit) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      hold(chunk.subarray(start, end));
      start = end + 1;
      const line = takeLine();
      if (line !== null) yield line;
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  }
  if (length > 0) {
    const line = takeLine();
    if (line !== null) yield line;
  }
}

const excerptLength = 60;

/** The beginning of a text, with what can't be seen escaped. */
function quoteExcerpt(text: string): string {
  return JSON.stringify(text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text);
}

/** Reads a line as one JSON object, or says why it is none. */
export function parseRecord(line: SourceLine): { readonly record: JsonRecord; readonly text: string } | Refusal {
  if ("refusal" in line) return line.refusal;
  try {
    const value = parseJsonText(line.text);
    if (isRecord(value)) return { record: value, text: line.text };
    const message = `a rollout is a JSON object; this line is ${quoteExcerpt(line.text)}`;
    return { code: "not_an_object", message };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const message = `${error.message} at column ${error.column} of ${quoteExcerpt(line.text)}`;
    return { code: "not_json", message };
  }
}
