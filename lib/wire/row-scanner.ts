import { exportedRowStart } from "./exported-row-start";
import { isDeeperThan, JsonTextError, parseJsonText } from "./json-text";

/** One row of a body: its value and its bytes, or why it can't be read. */
export type ScannedRow =
  | { readonly index: number; readonly value: unknown; readonly bytes: Buffer }
  | { readonly index: number; readonly code: string; readonly message: string };

export interface ScanLimits {
  /** Bytes of one row. */
  readonly rowBytes: number;
  readonly depth: number;
}

/** Those of a server that is told no others. */
export const usualLimits: ScanLimits = { rowBytes: 8 * 1024 * 1024, depth: 64 };

/** A body in which no row can be found at all. */
export class BodyError extends Error {
  override readonly name = "BodyError";
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

const newline = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;
}

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  while (at < body.length && isSpace(body[at])) at++;
  return at;
}

/** Where the value that starts at `from` ends, by its brackets; -1 where the body ends first. */
function endOfValue(body: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) {
      at = endOfString(body, at);
      if (at < 0) return -1;
    } else if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (byte === comma && depth === 0) return at;
  }
  return -1;
}

/** Index of the closing quote of a string that opens at `from`; -1 where there is none. */
function endOfString(body: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = body.indexOf(quote, at + 1);
    if (at < 0) return -1;
    let slashes = 0;
    while (body[at - 1 - slashes] === backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
}

interface Place {
  readonly line: number;
  /** From 1, in bytes. */
  readonly column: number;
}

/** Lines and columns of offsets that only grow: each newline is looked for once, however many rows there are. */
class Places {
  readonly #body: Buffer;
  #line = 1;
  #start = 0;
  #nextNewline: number;

  constructor(body: Buffer) {
    this.#body = body;
    this.#nextNewline = this.#find(0);
  }

  at(offset: number): Place {
    while (this.#nextNewline < offset) {
      this.#line++;
      this.#start = this.#nextNewline + 1;
      this.#nextNewline = this.#find(this.#start);
    }
    return { line: this.#line, column: offset - this.#start + 1 };
  }

  #find(from: number): number {
    const found = this.#body.indexOf(newline, from);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  }
}

function placeOf(body: Buffer, offset: number): Place {
  return new Places(body).at(offset);
}

const exportedStart = Buffer.from(exportedRowStart);
/** What an export puts around a row's text, which was within the limits by itself. */
const wrapping = { bytes: 128 * 1024, depth: 1 };

function isWrapped(body: Buffer, from: number): boolean {
  return exportedStart.equals(body.subarray(from, from + exportedStart.length));
}

function readRow(body: Buffer, from: number, to: number, index: number, place: Place, told: ScanLimits): ScannedRow {
  const limits = isWrapped(body, from)
    ? { rowBytes: told.rowBytes + wrapping.bytes, depth: told.depth + wrapping.depth }
    : told;
  if (to - from > limits.rowBytes) {
    return {
      index,
      code: "row_too_large",
      message: `the row has ${to - from} bytes; at most ${limits.rowBytes} are taken (FALSEZERO_MAX_ROW_BYTES)`,
    };
  }
  const text = body.toString("utf8", from, to);
  try {
    const value = parseJsonText(text);
    if (isDeeperThan(value, limits.depth)) {
      const message = `the row is nested deeper than ${limits.depth} levels (FALSEZERO_MAX_DEPTH)`;
      return { index, code: "too_deep", message };
    }
    return { index, value, bytes: body.subarray(from, to) };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const line = place.line + error.line - 1;
    const column = error.line === 1 ? place.column + error.column - 1 : error.column;
    return { index, code: "invalid_json", message: `line ${line}, column ${column}: ${error.message}` };
  }
}

function* scanLines(body: Buffer, limits: ScanLimits): Generator<ScannedRow> {
  let index = 0;
  let line = 1;
  for (let from = 0; from < body.length; line++) {
    const found = body.indexOf(newline, from);
    const to = found < 0 ? body.length : found;
    const first = skipSpace(body, from);
    const place = { line, column: first - from + 1 };
    if (first < to) yield readRow(body, first, body[to - 1] === 0x0d ? to - 1 : to, index++, place, limits);
    from = to + 1;
  }
}

/** What stands behind an array would be lost without a word. */
function* reportRest(body: Buffer, from: number, index: number, places: Places): Generator<ScannedRow> {
  const rest = skipSpace(body, from);
  if (rest === body.length) return;
  const { line, column } = places.at(rest);
  yield { index, code: "invalid_json", message: `line ${line}, column ${column}: nothing behind the array was read` };
}

function* scanArray(body: Buffer, open: number, limits: ScanLimits): Generator<ScannedRow> {
  const places = new Places(body);
  let index = 0;
  let at = skipSpace(body, open + 1);
  if (body[at] === closeBracket) {
    yield* reportRest(body, at + 1, index, places);
    return;
  }
  for (;;) {
    const place = places.at(at);
    const end = endOfValue(body, at);
    if (end < 0) {
      const message = `line ${place.line}, column ${place.column}: the body ends inside the row that begins here`;
      yield { index, code: "invalid_json", message };
      return;
    }
    yield readRow(body, at, end, index++, place, limits);
    const next = skipSpace(body, end);
    if (body[next] === closeBracket) {
      yield* reportRest(body, next + 1, index, places);
      return;
    }
    if (body[next] !== comma) {
      const { line, column } = places.at(Math.min(next, body.length));
      const message = `line ${line}, column ${column}: a comma or ] was expected; nothing behind it was read`;
      yield { index, code: "invalid_json", message };
      return;
    }
    at = skipSpace(body, next + 1);
  }
}

/** Whether more than white space stands behind the value that starts at `from`. */
function endsBefore(content: Buffer, from: number): boolean {
  const end = endOfValue(content, from);
  return end >= 0 && skipSpace(content, end) < content.length;
}

/**
 * The rows of a body: NDJSON line by line, an array element by element, or one object. What can't be read is reported in
 * its place and costs no neighbour.
 *
 * @param isLines the sender says that the body is NDJSON.
 * @throws BodyError where no row boundary can be found.
 */
export function* scanRows(body: Buffer, isLines: boolean, limits: ScanLimits): Generator<ScannedRow> {
  const mark = body.length >= 3 && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  const content = mark === 0 ? body : body.subarray(mark);
  const first = skipSpace(content, 0);
  if (first === content.length) {
    if (isLines) return;
    throw new BodyError("the body is empty", 1, 1);
  }
  if (content[first] === openBracket && !(isLines && endsBefore(content, first))) {
    yield* scanArray(content, first, limits);
    return;
  }
  if (isLines) {
    yield* scanLines(content, limits);
    return;
  }
  if (content[first] !== openBrace) {
    const { line, column } = placeOf(content, first);
    const isPacked = content[0] === 0x1f && content[1] === 0x8b;
    const hint = isPacked ? "; it looks like gzip: send Content-Encoding: gzip with it" : "";
    throw new BodyError(`a JSON object or array was expected${hint}`, line, column);
  }
  const end = endOfValue(content, first);
  if (end < 0) {
    const place = placeOf(content, content.length);
    throw new BodyError("the body ends inside its first object", place.line, place.column);
  }
  // More behind the first object: lines, whatever the content type says.
  if (skipSpace(content, end) < content.length) yield* scanLines(content, limits);
  else yield readRow(content, first, end, 0, placeOf(content, first), limits);
}
