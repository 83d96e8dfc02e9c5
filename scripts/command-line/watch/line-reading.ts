import { isUtf8 } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { RecordReader } from "@/lib/importers/importer";
import { longestLine } from "@/lib/importers/read-sample";
import { type NumberedRecord, readLine, readLinesByChunk } from "@/lib/importers/source-lines";
import { readBytes } from "@/lib/server/file-source";

const newline = 0x0a;
const chunkBytes = 256 * 1024;
/** What is compared of both ends of what was read, before more is read behind it. */
const proofBytes = 4 * 1024;

/** A place behind a complete line. */
export interface LinePlace {
  readonly offset: number;
  /** Lines before it. */
  readonly lines: number;
  /** Of the bytes before it. */
  readonly digest: string;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}

const none = () => null;

/**
 * Reads a file of lines that grows. It stays open in the sense that what its reader has learnt of earlier lines is
 * kept; the file itself is opened for each stretch.
 */
export class LineReading {
  readonly reader: RecordReader;
  #hash: Hash = createHash("sha256");
  #offset = 0;
  #lines = 0;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);

  constructor(reader: RecordReader) {
    this.reader = reader;
  }

  get offset(): number {
    return this.#offset;
  }

  get place(): LinePlace {
    return { offset: this.#offset, lines: this.#lines, digest: this.#hash.copy().digest("hex") };
  }

  /** Whether what was read before still stands at both its ends. A longer content in its place differs there. */
  async isStillThere(path: string): Promise<boolean> {
    const head = await readBytes(path, 0, this.#head.length);
    const tail = await readBytes(path, this.#offset - this.#tail.length, this.#offset);
    return head.equals(this.#head) && tail.equals(this.#tail);
  }

  /**
   * Reads on, some lines at a time.
   *
   * @param end behind the last byte to read: behind a complete line, or behind a last one that is whole without an end.
   */
  async *readOn(path: string, end: number): AsyncGenerator<readonly NumberedRecord[]> {
    if (end <= this.#offset) return;
    const chunks = this.#follow(
      createReadStream(path, { start: this.#offset, end: end - 1, highWaterMark: chunkBytes }),
    );
    for await (const lines of readLinesByChunk(chunks, longestLine, this.#lines + 1)) {
      yield lines.map((line) => readLine(line, this.reader.findPlain ?? none, isUtf8));
    }
  }

  /** Moves the place behind each chunk's last line before that chunk's lines are handed on. */
  async *#follow(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    const running = this.#hash.copy();
    let read = this.#offset;
    for await (const chunk of chunks) {
      const whole = chunk.lastIndexOf(newline) + 1;
      if (this.#head.length < proofBytes && read === this.#head.length) {
        this.#head = Buffer.concat([this.#head, chunk.subarray(0, proofBytes - this.#head.length)]);
      }
      if (whole > 0) {
        running.update(chunk.subarray(0, whole));
        this.#hash = running.copy();
        this.#offset = read + whole;
        this.#lines += countLines(chunk.subarray(0, whole));
        this.#tail = Buffer.from(chunk.subarray(Math.max(0, whole - proofBytes), whole));
      }
      running.update(chunk.subarray(whole));
      read += chunk.length;
      yield chunk;
    }
    if (this.#head.length > this.#offset) this.#head = this.#head.subarray(0, this.#offset);
  }
}
