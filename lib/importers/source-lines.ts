import { escapeUnseen } from "@/lib/core/one-line";
import { isRecord } from "@/lib/wire/is-record";
import { JsonTextError, parseJsonText } from "@/lib/wire/json-text";
import type { IsUtf8 } from "./import-source";
import { type FindPlain, type JsonRecord, type LineEnds, lineEndBytes, type Refusal } from "./importer";

/** A line of a file, blank ones left out but counted; the first has number 1. */
export type SourceLine =
  | { readonly number: number; readonly bytes: Uint8Array }
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

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x09;
}

/** A line without white space around it, and without the mark that some editors begin a file with. */
function trim(bytes: Uint8Array): Uint8Array {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let end = bytes.length;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

/**
 * Splits bytes into lines, holding no more than one line and one chunk at a time. The lines that end in one chunk come
 * together: to wait for every line would cost more than to read it. They are good until the next ones are asked for.
 *
 * @param limit longest line that is read, bytes; a longer one is refused and not held.
 * @param first number of the first line.
 */
export async function* readLinesByChunk(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  first = 1,
): AsyncGenerator<readonly SourceLine[]> {
  let number = first;
  let parts: Uint8Array[] = [];
  let length = 0;
  const takeLine = (): SourceLine | null => {
    const at = number++;
    const bytes = length > limit ? null : trim(join(parts, length));
    parts = [];
    length = 0;
    if (bytes === null)
      return { number: at, refusal: { code: "line_too_long", message: `longer than ${limit} bytes` } };
    return bytes.length === 0 ? null : { number: at, bytes };
  };
  const hold = (part: Uint8Array) => {
    length += part.length;
    if (length <= limit) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    const lines: SourceLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      hold(chunk.subarray(start, end));
      start = end + 1;
      const line = takeLine();
      if (line !== null) lines.push(line);
    }
    // The chunk's memory is the next one's.
    if (start < chunk.length) hold(new Uint8Array(chunk.subarray(start)));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) {
    const line = takeLine();
    if (line !== null) yield [line];
  }
}

const excerptLength = 60;

/** The beginning of a text, with what can't be seen escaped. */
function quoteExcerpt(text: string): string {
  return escapeUnseen(JSON.stringify(text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text));
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function isDecodable(bytes: Uint8Array): boolean {
  return decode(bytes) !== null;
}

/** A sign that is cut where an end begins is read as another one. */
const endsDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A record of a file by its number, from 1: a line, a row of a table, or the one document. */
export type NumberedRecord =
  /** A row to the letter, by the key of its rollout. */
  | { readonly number: number; readonly record: null; readonly bytes: Uint8Array; readonly key: string | null }
  | { readonly number: number; readonly record: JsonRecord; readonly bytes: Uint8Array | null }
  | { readonly number: number; readonly refusal: Refusal };

const notUtf8: Refusal = { code: "not_utf8", message: "not UTF-8 text" };

/** Where a line begins and ends, as text: to make one of all that is between would cost more than to send it. */
class EndsOfLine implements LineEnds {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get start(): string {
    return endsDecoder.decode(this.#bytes.subarray(0, lineEndBytes));
  }

  get end(): string {
    return endsDecoder.decode(this.#bytes.subarray(Math.max(0, this.#bytes.length - lineEndBytes)));
  }
}

/** Reads a line as one JSON object, or says why it is none. Its bytes stay where they are. */
export function readLine(line: SourceLine, findPlain: FindPlain, isUtf8: IsUtf8 = isDecodable): NumberedRecord {
  const { number } = line;
  if ("refusal" in line) return line;
  const { bytes } = line;
  if (!isUtf8(bytes)) return { number, refusal: notUtf8 };
  const plain = findPlain(new EndsOfLine(bytes));
  if (plain !== null) return { number, record: null, bytes, key: plain.key };
  const read = parseLine(decoder.decode(bytes), bytes);
  return "code" in read ? { number, refusal: read } : { number, record: read.record, bytes };
}

/** The same, of a line that has to be looked at. */
export function parseRecord(line: SourceLine): { readonly record: JsonRecord; readonly bytes: Uint8Array } | Refusal {
  if ("refusal" in line) return line.refusal;
  const text = decode(line.bytes);
  return text === null ? notUtf8 : parseLine(text, line.bytes);
}

function parseLine(
  text: string,
  bytes: Uint8Array,
): { readonly record: JsonRecord; readonly bytes: Uint8Array } | Refusal {
  try {
    const value = parseJsonText(text);
    if (isRecord(value)) return { record: value, bytes };
    const message = `a rollout is a JSON object; this line is ${quoteExcerpt(text)}`;
    return { code: "not_an_object", message };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const message = `${error.message} at column ${error.column} of ${quoteExcerpt(text)}`;
    return { code: "not_json", message };
  }
}
