/** Looks through Thrift's compact form before parquet's reader makes room for whatever lists it declares. */

const deepest = 16;

class Walk {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  #byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw new Error("its description is cut short");
    return byte;
  }

  /** @param most bytes of it: what is longer than 32 or 64 bits is read as another number by the next reader. */
  #varint(most: number): number {
    let value = 0;
    for (let index = 0; index < most; index++) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 128 ** index;
      if (byte < 0x80) return value;
    }
    throw new Error("a number in its description has no end");
  }

  #skip(length: number): void {
    this.at += length;
    if (this.at > this.#bytes.length) throw new Error("its description is cut short");
  }

  #list(depth: number): void {
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#varint(5) : head >> 4;
    // An element has a byte at least.
    if (count > this.#bytes.length - this.at) throw new Error("its description is cut short");
    const type = head & 0x0f;
    // A truth value has its byte in a list only.
    if (type === 1 || type === 2) this.#skip(count);
    else for (let index = 0; index < count; index++) this.#value(type, depth);
  }

  #value(type: number, depth: number): void {
    if (type === 1 || type === 2) return;
    if (type === 3) this.#skip(1);
    else if (type === 4 || type === 5) this.#varint(5);
    else if (type === 6) this.#varint(10);
    else if (type === 7) this.#skip(8);
    else if (type === 8) this.#skip(this.#varint(5));
    else if (type === 9) this.#list(depth + 1);
    else if (type === 12) this.struct(depth + 1);
    else throw new Error(`its description has a field of type ${type}`);
  }

  struct(depth = 0): void {
    if (depth > deepest) throw new Error("its description is nested too deeply");
    for (;;) {
      const head = this.#byte();
      const type = head & 0x0f;
      if (type === 0) return;
      if (head >> 4 === 0) this.#varint(5);
      this.#value(type, depth);
    }
  }
}

/**
 * Looks through one struct, of which bytes may follow: after it, reading it takes no more room than a few times its own.
 *
 * @throws Error where it breaks off, declares more than there are bytes, or is nested without end.
 */
export function checkThrift(bytes: Uint8Array): void {
  new Walk(bytes).struct();
}
