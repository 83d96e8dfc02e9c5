/** Headers of a parquet column's pages, read before anything is unpacked that they declare. */

/** What a page says of itself. */
export interface PageHeader {
  /** Bytes in the file, behind the header. */
  readonly packed: number;
  /** Bytes once unpacked. */
  readonly unpacked: number;
  /** Of a page of data, or of a dictionary. */
  readonly values: number;
}

type Fields = ReadonlyMap<number, number | Fields>;

const deepest = 8;

/** Thrift's compact form, as far as such headers need it. */
class CompactReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  #byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw new Error("a page's header is cut short");
    return byte;
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 63; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new Error("a number in a page's header has no end");
  }

  #signed(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #skip(length: number): 0 {
    this.at += length;
    if (this.at > this.#bytes.length) throw new Error("a page's header is cut short");
    return 0;
  }

  #list(depth: number): 0 {
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#varint() : head >> 4;
    // An element has a byte at least, so that a count that is made up ends here.
    for (let index = 0; index < count; index++) {
      if ((head & 0x0f) <= 2) this.#skip(1);
      else this.#value(head & 0x0f, depth);
    }
    return 0;
  }

  #value(type: number, depth: number): number | Fields {
    if (type === 1 || type === 2) return 0;
    if (type === 3) return this.#skip(1);
    if (type >= 4 && type <= 6) return this.#signed();
    if (type === 7) return this.#skip(8);
    if (type === 8) return this.#skip(this.#varint());
    if (type === 9 || type === 10) return this.#list(depth + 1);
    if (type === 12) return this.struct(depth + 1);
    throw new Error(`a page's header has a field of type ${type}`);
  }

  struct(depth = 0): Fields {
    if (depth > deepest) throw new Error("a page's header is nested too deeply");
    const fields = new Map<number, number | Fields>();
    for (let id = 0; ; ) {
      const head = this.#byte();
      const type = head & 0x0f;
      if (type === 0) return fields;
      id = head >> 4 === 0 ? this.#signed() : id + (head >> 4);
      fields.set(id, this.#value(type, depth));
    }
  }
}

function numberOf(fields: Fields, id: number): number {
  const value = fields.get(id);
  return typeof value === "number" ? value : 0;
}

/** How many values a page's own kind of header declares: 5 is of data, 7 of a dictionary, 8 of data in the newer form. */
function valuesOf(fields: Fields): number {
  const counts = [5, 7, 8].map((id) => {
    const header = fields.get(id);
    return header === undefined || typeof header === "number" ? 0 : numberOf(header, 1);
  });
  return Math.max(...counts);
}

/**
 * Reads the headers of a column's pages in their order.
 *
 * @param bytes of one column in one group of rows. @throws Error where they are no pages.
 */
export function* readPageHeaders(bytes: Uint8Array): Generator<PageHeader> {
  for (let at = 0; at < bytes.length - 1; ) {
    const reader = new CompactReader(bytes.subarray(at));
    const fields = reader.struct();
    const packed = numberOf(fields, 3);
    const unpacked = numberOf(fields, 2);
    const values = valuesOf(fields);
    if (packed < 0 || unpacked < 0 || values < 0) throw new Error("a page's header declares less than nothing");
    yield { packed, unpacked, values };
    at += reader.at + packed;
  }
}
