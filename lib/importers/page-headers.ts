/** Headers of a parquet column's pages, read before anything is unpacked that they declare. */
import { deserializeTCompactProtocol } from "hyparquet/src/thrift.js";
import { checkThrift } from "./check-thrift";

/** What a page says of itself. */
export interface PageHeader {
  /** Bytes in the file, behind the header. */
  readonly packed: number;
  /** Bytes once unpacked. */
  readonly unpacked: number;
  /** Of a page of data, or of a dictionary. */
  readonly values: number;
}

/** Bytes of one header: the smallest and largest value of a page are the most of it. */
const longestHeader = 1024 * 1024;

type Fields = ReturnType<typeof deserializeTCompactProtocol>;

/** @throws Error where it is not a whole number as the reader of the page takes it. */
function readNumber(fields: Fields, id: number): number {
  const value: unknown = fields[`field_${id}`];
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw new Error("a page's header does not say how large the page is");
}

/** How many values a page's own kind of header declares: 5 is of data, 7 of a dictionary, 8 of data in the newer form. */
function readValues(fields: Fields): number {
  const headers: Fields[] = [fields.field_5, fields.field_7, fields.field_8].filter((header) => header !== undefined);
  return Math.max(0, ...headers.map((header) => readNumber(header, 1)));
}

/**
 * Reads the headers of a column's pages in their order, by the reader that reads the pages: it sees the same in them.
 *
 * @param bytes of one column in one group of rows. @throws Error where they are no pages.
 */
export function* readPageHeaders(bytes: Uint8Array): Generator<PageHeader> {
  for (let at = 0; at < bytes.length - 1; ) {
    const some = bytes.subarray(at, at + longestHeader);
    checkThrift(some);
    const reader = { view: new DataView(some.buffer, some.byteOffset, some.byteLength), offset: 0 };
    const fields = deserializeTCompactProtocol(reader);
    const packed = readNumber(fields, 3);
    yield { packed, unpacked: readNumber(fields, 2), values: readValues(fields) };
    at += reader.offset + packed;
  }
}
