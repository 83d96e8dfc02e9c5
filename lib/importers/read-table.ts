/** Reads parquet tables of a size that one step's completions have. What declares more is given up by name, unread. */
import { type FileMetaData, parquetMetadata, parquetReadObjects } from "hyparquet";
import { checkThrift } from "./check-thrift";
import { type ImportSource, SourceError } from "./import-source";
import { readPageHeaders } from "./page-headers";

/** Rows of one table: a trainer writes a table a step. */
const mostRows = 200_000;
/** Columns: a table has its own few, and one a reward function. */
const mostColumns = 2_000;
/** Values of all columns: more than rows times columns where they are lists, such as messages of a prompt. */
const mostValues = 20_000_000;
/** Values of one page, which are decoded in one go. */
const mostInPage = 2_000_000;
/** Bytes of one row group, packed or unpacked, and of the part of the file that describes the table. */
const largestGroup = 256 * 1024 * 1024;
const largestFooter = 4 * 1024 * 1024;
/** Bytes behind the description: its length, and what every such file ends with. */
const tailBytes = 8;
/** Bytes of one page once unpacked; writers make pages of about one. */
const largestPage = 64 * 1024 * 1024;
/** Rows that are handed on at once. */
const rowsAtOnce = 256;

/** Some rows of a table: the number of the first, from 1, and their share of the whole. */
export interface TableRows {
  readonly first: number;
  readonly objects: readonly unknown[];
  readonly share: number;
}

/** Bytes of a file from some place in it on. */
interface Stretch {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** A file as the parquet reader takes it, of which what is asked for is at hand. */
function asBuffer({ start, bytes }: Stretch, size: number) {
  return {
    byteLength: size,
    slice(from: number, to = size): ArrayBuffer {
      if (from < start || to > start + bytes.length) throw new Error("its columns lie elsewhere than it says");
      return new Uint8Array(bytes.subarray(from - start, to - start)).buffer;
    },
  };
}

function tooLarge(what: string, declared: number | bigint, most: number): SourceError {
  return new SourceError(
    `it declares ${declared.toLocaleString("en")} ${what}, and at most ${most.toLocaleString("en")} are read`,
  );
}

/** @throws SourceError where a table declares more than is read of one. */
function checkSize(metadata: FileMetaData, size: number): void {
  const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  const declared = Math.max(rows, Number(metadata.num_rows));
  if (declared > mostRows) throw tooLarge("rows", declared, mostRows);
  if (metadata.schema.length > mostColumns) throw tooLarge("columns", metadata.schema.length, mostColumns);
  let packed = 0;
  for (const { columns } of metadata.row_groups) {
    packed += columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0);
    const bytes = columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0), 0);
    if (bytes > largestGroup) throw tooLarge("bytes in one group of rows", bytes, largestGroup);
  }
  // The same bytes read for many columns would be work without end.
  if (packed > size) throw new SourceError(`its columns are ${packed} bytes long, which is more than the whole file`);
}

async function readMetadata(source: ImportSource): Promise<FileMetaData> {
  const end = await source.read(Math.max(0, source.size - tailBytes), source.size);
  const [a = 0, b = 0, c = 0, d = 0] = end;
  const length = a + b * 0x100 + c * 0x10000 + d * 0x1000000;
  const isTable = end.length === tailBytes && new TextDecoder("latin1").decode(end.subarray(4)) === "PAR1";
  if (!isTable || length > source.size - tailBytes) throw new Error("it does not end as one");
  if (length > largestFooter) throw tooLarge("bytes of description", length, largestFooter);
  const footer = new Uint8Array(await source.read(source.size - tailBytes - length, source.size));
  checkThrift(footer.subarray(0, length));
  const metadata = parquetMetadata(footer);
  checkSize(metadata, source.size);
  return metadata;
}

/**
 * Names of a table's columns.
 *
 * @throws what the source throws, and SourceError where it is no table that can be read, or one that is too large.
 */
export async function readColumns(source: ImportSource): Promise<readonly string[]> {
  let broken: unknown = null;
  const read: ImportSource["read"] = (start, end) =>
    source.read(start, end).catch((error: unknown) => {
      broken = error;
      throw error;
    });
  try {
    const { schema } = await readMetadata({ ...source, read });
    // The first element is the table itself; columns in columns are found under their first name.
    return schema.slice(1).map(({ name }) => name);
  } catch (error) {
    if (broken !== null || error instanceof SourceError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SourceError(`it is a parquet file that is damaged or cut short (${why}): write or copy it again`);
  }
}

type RowGroup = FileMetaData["row_groups"][number];

/** Where a column's pages begin and end in the file. */
function placeOf({ meta_data }: RowGroup["columns"][number]): readonly [start: number, end: number] {
  if (meta_data === undefined) throw new Error("a column has no description");
  const { data_page_offset, dictionary_page_offset, total_compressed_size } = meta_data;
  const start = Number(dictionary_page_offset ?? 0) || Number(data_page_offset);
  return [start, start + Number(total_compressed_size)];
}

/** Reads the bytes of all columns of a group: writers put them one behind the other. */
async function readGroup({ columns }: RowGroup, source: ImportSource): Promise<Stretch> {
  const places = columns.map(placeOf);
  const start = Math.min(...places.map(([from]) => from));
  const end = Math.max(...places.map(([, to]) => to));
  if (places.length === 0) return { start: 0, bytes: new Uint8Array() };
  if (places.some(([from, to]) => from < 0 || to < from) || end > source.size) {
    throw new Error("a column lies outside of it");
  }
  if (end - start > largestGroup) throw tooLarge("bytes in one group of rows", end - start, largestGroup);
  return { start, bytes: await source.read(start, end) };
}

/**
 * Looks at what a group's pages declare before one is unpacked: a few bytes of a page can stand for any number of values,
 * and a header need not agree with the table's own description.
 *
 * @returns the values of this group and those before it.
 */
function checkPages({ columns }: RowGroup, { start, bytes }: Stretch, valuesBefore: number): number {
  let unpackedInGroup = 0;
  let values = valuesBefore;
  for (const column of columns) {
    const [from, to] = placeOf(column);
    for (const page of readPageHeaders(bytes.subarray(from - start, to - start))) {
      values += page.values;
      unpackedInGroup += page.unpacked;
      if (page.values > mostInPage) throw tooLarge("values in one page", page.values, mostInPage);
      if (values > mostValues) throw tooLarge("values", values, mostValues);
      if (page.unpacked > largestPage) throw tooLarge("bytes in one page", page.unpacked, largestPage);
      if (unpackedInGroup > largestGroup) throw tooLarge("bytes in one group of rows", unpackedInGroup, largestGroup);
    }
  }
  return values;
}

/** Reads a table group by group, each once, and hands its rows on some at a time. */
export async function* readTableRows(source: ImportSource): AsyncGenerator<TableRows> {
  const metadata = await readMetadata(source);
  const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  let start = 0;
  let values = 0;
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows);
    const stretch = await readGroup(group, source);
    values = checkPages(group, stretch, values);
    const asked = { file: asBuffer(stretch, source.size), metadata, rowStart: start, rowEnd: end };
    const objects: readonly unknown[] = end > start ? await parquetReadObjects(asked) : [];
    for (let at = 0; at < objects.length; at += rowsAtOnce) {
      const some = objects.slice(at, at + rowsAtOnce);
      yield { first: start + at + 1, objects: some, share: some.length / rows };
    }
    start = end;
  }
}
