import { isRecord } from "@/lib/wire/is-record";
import { type ImportSource, openUnpacked, SourceError } from "./import-source";
import type { FindPlain, RowsFile } from "./importer";
import { longestLine, readDocument } from "./read-sample";
import { readTableRows } from "./read-table";
import { type NumberedRecord, readLine, readLinesByChunk } from "./source-lines";

type Records = AsyncGenerator<readonly NumberedRecord[], void, undefined>;

async function* readLines(source: ImportSource, onBytes: (bytes: number) => void, findPlain: FindPlain): Records {
  for await (const lines of readLinesByChunk(openUnpacked(source, onBytes), longestLine)) {
    const records: NumberedRecord[] = [];
    let held = 0;
    for (const line of lines) {
      records.push(readLine(line, findPlain, source.isUtf8));
      held += "refusal" in line ? 0 : line.bytes.length;
      if (held > heldBytes) {
        yield records.splice(0);
        held = 0;
      }
    }
    if (records.length > 0) yield records;
  }
}

/** Bytes of lines whose records are held at once. */
const heldBytes = 256 * 1024;

async function* readTheDocument(source: ImportSource, onBytes: (bytes: number) => void): Records {
  const document = await readDocument(source);
  onBytes(source.size);
  if (isRecord(document)) yield [{ number: 1, record: document, bytes: null }];
  else yield [{ number: 1, refusal: { code: "not_json", message: "no longer one JSON object" } }];
}

/** Numbers of 64 bits become numbers; what a number can't hold exactly is no step and no reward. */
function toPlain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toPlain);
  if (ArrayBuffer.isView(value)) return null;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner)]));
}

async function* readTable(source: ImportSource, onBytes: (bytes: number) => void): Records {
  for await (const { first, objects, share } of readTableRows(source)) {
    onBytes(source.size * share);
    yield objects.map((object, index): NumberedRecord => {
      const number = first + index;
      const record = toPlain(object);
      if (isRecord(record)) return { number, record, bytes: null };
      return { number, refusal: { code: "not_an_object", message: "a row without columns" } };
    });
  }
}

const none = () => null;

function openRecords(
  source: ImportSource,
  reading: RowsFile["reading"],
  onBytes: (bytes: number) => void,
  findPlain: FindPlain,
): Records {
  if (reading === "parquet") return readTable(source, onBytes);
  return reading === "document" ? readTheDocument(source, onBytes) : readLines(source, onBytes, findPlain);
}

/**
 * Reads the records of a file, some at a time.
 *
 * @param onBytes told of every stretch of the file that was read. @param findPlain tells lines that need not be parsed.
 * @throws SourceError where it can't be read further.
 */
export async function* readRecords(
  source: ImportSource,
  reading: RowsFile["reading"],
  onBytes: (bytes: number) => void,
  findPlain: FindPlain = none,
): AsyncGenerator<readonly NumberedRecord[]> {
  const records = openRecords(source, reading, onBytes, findPlain);
  try {
    for (;;) {
      const next = await readNext(records);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Whoever stops before the end leaves a file open otherwise.
    await records.return();
  }
}

/** @throws SourceError where it can't be read further. */
async function readNext(records: Records): Promise<IteratorResult<readonly NumberedRecord[], void>> {
  try {
    return await records.next();
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SourceError(`it can't be read further: ${why}`, { cause: error });
  }
}
