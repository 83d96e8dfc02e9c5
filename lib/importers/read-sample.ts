import { JsonTextError, parseJsonText } from "@/lib/wire/json-text";
import { type ImportSource, nameOf, openUnpacked, readWhole, unpackedName } from "./import-source";
import type { FileSample, JsonRecord } from "./importer";
import { type ForeignBytes, headLength, looksBinary, nameBytes, quoteBytes } from "./name-bytes";
import { readColumns } from "./read-table";
import { Refusals } from "./refusals";
import { parseRecord, readLinesByChunk } from "./source-lines";

/** Longest line that is held, bytes; the server has a limit of its own, and names it. */
export const longestLine = 64 * 1024 * 1024;
/** Largest file that is read as one document, bytes. */
const largestDocument = 64 * 1024 * 1024;
const sampledRecords = 256;
const sampledBytes = 8 * 1024 * 1024;

export interface Sampled {
  readonly sample: FileSample;
  /** Unreadable lines; all of the file's where it has no readable one. */
  readonly refusals: Refusals;
  /** Nothing but white space. */
  readonly isEmpty: boolean;
  /** What it is, where it is no text and no table; none of its lines is told then. */
  readonly foreign: ForeignBytes | null;
}

/** @returns undefined where the file is no document. */
export async function readDocument(source: ImportSource): Promise<unknown> {
  const bytes = await readWhole(source, largestDocument);
  if (bytes === null) return undefined;
  try {
    return parseJsonText(new TextDecoder("utf-8").decode(bytes));
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

const parquetMark = "PAR1";

function isParquet(head: Uint8Array, size: number): boolean {
  return size >= 12 && new TextDecoder("latin1").decode(head.subarray(0, 4)) === parquetMark;
}

/** The first bytes of what is in a file, unpacked. @throws SourceError. */
async function readHead(source: ImportSource): Promise<Uint8Array> {
  for await (const chunk of openUnpacked(source)) return new Uint8Array(chunk.subarray(0, headLength));
  return new Uint8Array();
}

/**
 * Reads the beginning of a file: enough records to know it by. Lines before the first readable one are looked at too,
 * so a file without any is read to its end; one whose first bytes say that it is something else is not.
 *
 * @throws SourceError where it can't be read at all.
 */
export async function readSample(source: ImportSource): Promise<Sampled> {
  const path = unpackedName(source.path);
  const about = { name: nameOf(path), path, records: [], isWhole: true, document: undefined, columns: null };
  const refusals = new Refusals();
  const settled = { refusals, isEmpty: false, foreign: null };
  const isPacked = path !== source.path;
  const head = await source.read(0, Math.min(headLength, source.size));
  if (isParquet(head, source.size)) {
    const columns = await readColumns(source);
    return { ...settled, sample: { ...about, columns } };
  }
  const foreign = nameBytes(isPacked ? await readHead(source) : head);
  if (foreign !== null) return { ...settled, sample: about, foreign };
  if (path.endsWith(".json")) {
    const document = await readDocument(source);
    if (document !== undefined) return { ...settled, sample: { ...about, document } };
  }
  const records: JsonRecord[] = [];
  let bytes = 0;
  const isEnough = () => records.length >= sampledRecords || bytes >= sampledBytes;
  reading: for await (const lines of readLinesByChunk(openUnpacked(source), longestLine)) {
    for (const line of lines) {
      // Only a record more shows that there is more.
      if (isEnough()) break reading;
      const parsed = parseRecord(line);
      if ("code" in parsed) {
        refusals.add(line.number, parsed);
        continue;
      }
      records.push(parsed.record);
      bytes += parsed.bytes.length;
    }
  }
  const isEmpty = records.length === 0 && refusals.count === 0;
  if (records.length === 0 && !isEmpty) {
    const unpacked = isPacked ? await readHead(source) : head;
    if (looksBinary(unpacked))
      return { ...settled, sample: about, refusals: new Refusals(), foreign: quoteBytes(unpacked) };
  }
  return { ...settled, sample: { ...about, records, isWhole: !isEnough() }, isEmpty };
}
