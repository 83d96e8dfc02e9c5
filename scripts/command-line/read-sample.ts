import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { FileSample, JsonRecord } from "@/lib/importers/importer";
import { parseRecord, readSourceLines } from "@/lib/importers/source-lines";
import { JsonTextError, parseJsonText } from "@/lib/wire/json-text";
import { Refusals } from "./refusals";

/** Longest line that is held, bytes; the server has a limit of its own, and names it. */
export const longestLine = 64 * 1024 * 1024;
/** Largest file that is read as one document, bytes. */
const largestDocument = 64 * 1024 * 1024;
const sampledRecords = 64;
const sampledCharacters = 8 * 1024 * 1024;

export interface Sampled {
  readonly sample: FileSample;
  /** Unreadable lines; all of the file's where it has no readable one. */
  readonly refusals: Refusals;
  /** Nothing but white space. */
  readonly isEmpty: boolean;
}

async function readDocument(path: string, bytes: number): Promise<unknown> {
  if (!path.endsWith(".json") || bytes > largestDocument) return undefined;
  try {
    return parseJsonText(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

/**
 * Reads the beginning of a file: enough records to know it by. Lines before the first readable one are looked at too,
 * so a file without any is read to its end.
 *
 * @param bytes the file's size.
 */
export async function readSample(path: string, bytes: number): Promise<Sampled> {
  const name = basename(path);
  const refusals = new Refusals();
  const document = await readDocument(path, bytes);
  if (document !== undefined) return { sample: { name, records: [], document }, refusals, isEmpty: false };
  const records: JsonRecord[] = [];
  let characters = 0;
  for await (const line of readSourceLines(createReadStream(path), longestLine)) {
    const parsed = parseRecord(line);
    if ("code" in parsed) {
      refusals.add(line.number, parsed);
      continue;
    }
    records.push(parsed.record);
    characters += parsed.text.length;
    if (records.length >= sampledRecords || characters >= sampledCharacters) break;
  }
  const isEmpty = records.length === 0 && refusals.count === 0;
  return { sample: { name, records, document: undefined }, refusals, isEmpty };
}
