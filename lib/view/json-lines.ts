/** A JSON value as the lines that a viewer shows: folded where it is large, so that megabytes cost what is looked at. */
import { isFields, isList } from "./json-value";

/** Where a value stands: keys and indexes from the root. */
export type JsonPath = readonly string[];

export interface JsonLine {
  /** JSON pointer (RFC 6901) of the value, with a mark for lines that are no value of their own. */
  readonly id: string;
  readonly pointer: string;
  readonly depth: number;
  /** Key in an object; null for elements of a list and the root. */
  readonly name: string | null;
  readonly kind: "open" | "close" | "folded" | "string" | "scalar" | "more";
  readonly text: string;
  /** Whether the line opens or closes on request. */
  readonly foldable: boolean;
}

/** What a reader opened and closed; the rest is as it is by default. */
export interface JsonFolds {
  readonly opened: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
  /** Elements shown of a list or an object, by pointer, where a reader asked for more. */
  readonly shown: ReadonlyMap<string, number>;
}

export const noFolds: JsonFolds = { opened: new Set(), closed: new Set(), shown: new Map() };

/** Elements shown of one list or object before a reader asks for more. */
const jsonPageSize = 200;
/** Characters of a string shown on its line. */
const stringPreview = 160;
/** Characters of a string shown once it is opened; the rest is in the copy. */
const stringLimit = 50_000;
const openDepth = 2;
const openSize = 60;

/** Writes a path as a JSON pointer. */
export function toPointer(path: JsonPath): string {
  return path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** How many elements a list or an object has; null for anything else. */
function countEntries(value: unknown): number | null {
  if (isList(value)) return value.length;
  return isFields(value) ? Object.keys(value).length : null;
}

function listEntries(value: unknown, limit: number): readonly (readonly [string, unknown])[] {
  if (isList(value)) return value.slice(0, limit).map((element, index) => [String(index), element]);
  return isFields(value) ? Object.entries(value).slice(0, limit) : [];
}

function isOpen(pointer: string, depth: number, size: number, folds: JsonFolds): boolean {
  if (folds.opened.has(pointer)) return true;
  if (folds.closed.has(pointer)) return false;
  return depth < openDepth && size <= openSize;
}

function describeFolded(value: unknown, size: number): string {
  if (isList(value)) return size === 0 ? "[]" : `[ ${size.toLocaleString("en-US")} ${size === 1 ? "item" : "items"} ]`;
  return size === 0 ? "{}" : `{ ${size.toLocaleString("en-US")} ${size === 1 ? "key" : "keys"} }`;
}

function writeString(value: string, opened: boolean): string {
  const limit = opened ? stringLimit : stringPreview;
  if (value.length <= limit) return opened ? value : JSON.stringify(value);
  const rest = (value.length - limit).toLocaleString("en-US");
  const head = value.slice(0, limit);
  return opened
    ? `${head}\n… ${rest} more characters; copy to have them`
    : `${JSON.stringify(head)} … ${rest} more characters`;
}

/** Lists the lines of a value under what a reader folded. */
export function listJsonLines(value: unknown, folds: JsonFolds): JsonLine[] {
  const lines: JsonLine[] = [];

  function visit(inner: unknown, path: JsonPath, name: string | null): void {
    const pointer = toPointer(path);
    const depth = path.length;
    const line = { id: pointer, pointer, depth, name };
    const size = countEntries(inner);
    if (size === null) {
      const long = typeof inner === "string" && (inner.length > stringPreview || inner.includes("\n"));
      const text = typeof inner === "string" ? writeString(inner, long && folds.opened.has(pointer)) : String(inner);
      lines.push({ ...line, kind: typeof inner === "string" ? "string" : "scalar", text, foldable: long });
      return;
    }
    if (size === 0 || !isOpen(pointer, depth, size, folds)) {
      lines.push({ ...line, kind: "folded", text: describeFolded(inner, size), foldable: size > 0 });
      return;
    }
    lines.push({ ...line, kind: "open", text: isList(inner) ? "[" : "{", foldable: true });
    const shown = folds.shown.get(pointer) ?? jsonPageSize;
    for (const [key, element] of listEntries(inner, shown)) visit(element, [...path, key], isList(inner) ? null : key);
    if (size > shown) {
      const text = `… ${(size - shown).toLocaleString("en-US")} more`;
      lines.push({ id: `${pointer}#more`, pointer, depth: depth + 1, name: null, kind: "more", text, foldable: true });
    }
    lines.push({
      id: `${pointer}#close`,
      pointer,
      depth,
      name: null,
      kind: "close",
      text: isList(inner) ? "]" : "}",
      foldable: false,
    });
  }

  visit(value, [], null);
  return lines;
}

/** What the next press on a line does: opens, closes, or shows more of it. */
export function toggleLine(line: JsonLine, folds: JsonFolds): JsonFolds {
  if (!line.foldable) return folds;
  if (line.kind === "more") {
    const shown = new Map(folds.shown);
    shown.set(line.pointer, (shown.get(line.pointer) ?? jsonPageSize) + jsonPageSize);
    return { ...folds, shown };
  }
  const opened = new Set(folds.opened);
  const closed = new Set(folds.closed);
  const wasOpen = line.kind === "open" || (line.kind === "string" && opened.has(line.pointer));
  if (wasOpen) {
    opened.delete(line.pointer);
    closed.add(line.pointer);
  } else {
    closed.delete(line.pointer);
    opened.add(line.pointer);
  }
  return { opened, closed, shown: folds.shown };
}

/** Opens everything around a value, and the value itself where it is a folded string. */
export function revealPath(path: JsonPath, folds: JsonFolds): JsonFolds {
  const opened = new Set(folds.opened);
  const closed = new Set(folds.closed);
  const shown = new Map(folds.shown);
  for (let depth = 0; depth <= path.length; depth++) {
    const pointer = toPointer(path.slice(0, depth));
    opened.add(pointer);
    closed.delete(pointer);
    const index = Number(path[depth]);
    const page = shown.get(pointer) ?? jsonPageSize;
    if (Number.isInteger(index) && index >= page) {
      shown.set(pointer, (Math.floor(index / jsonPageSize) + 1) * jsonPageSize);
    }
  }
  return { opened, closed, shown };
}

export const matchLimit = 1_000;

/** Finds values whose key or text holds the words, in order; at most {@link matchLimit}. */
export function findInJson(value: unknown, text: string): JsonPath[] {
  const wanted = text.toLowerCase();
  const found: JsonPath[] = [];
  if (wanted === "") return found;

  function visit(inner: unknown, path: JsonPath, name: string | null): void {
    if (found.length >= matchLimit) return;
    const size = countEntries(inner);
    const inName = name?.toLowerCase().includes(wanted) ?? false;
    if (inName || (size === null && String(inner).toLowerCase().includes(wanted))) found.push(path);
    for (const [key, element] of listEntries(inner, size ?? 0))
      visit(element, [...path, key], isList(inner) ? null : key);
  }

  visit(value, [], null);
  return found;
}
