import { JsonTextError, parseJsonText } from "@/lib/wire/json-text";
import { type ImportSource, nameOf, openUnpacked, readWhole, unpackedName } from "./import-source";
import type { FileSample, JsonRecord } from "./importer";
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

async function isParquet(source: ImportSource): Promise<boolean> {
  if (source.size < 12) return false;
  return new TextDecoder("latin1").decode(await source.read(0, 4)) === parquetMark;
}

/**
 * Reads the beginning of a file: enough records to know it by. Lines before the first readable one are looked at too,
 * so a file without any is read to its end.
 *
 * @throws SourceError where it can't be read at all.
 */
export async function readSample(source: ImportSource): Promise<Sampled> {
  const path = unpackedName(source.path);
  const about = { name: nameOf(path), path, records: [], isWhole: true, document: undefined, columns: null };
  const refusals = new Refusals();
  if (await isParquet(source)) {
    const columns = await readColumns(source);
    return { sample: { ...about, columns }, refusals, isEmpty: false };
  }
  if (path.endsWith(".json")) {
    const document = await readDocument(source);
    if (document !== undefined) return { sample: { ...about, document }, refusals, isEmpty: false };
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
  return { sample: { ...about, records, isWhole: !isEnough() }, refusals, isEmpty };
}
