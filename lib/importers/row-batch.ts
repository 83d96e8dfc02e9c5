/** A row as it is sent, and the number of the record that it is of. */
export interface ReadRow {
  readonly number: number;
  readonly bytes: Uint8Array;
  /** What its rollout is known by within its file, where that can be told; rows of one rollout have one key. */
  readonly key: string | null;
}

const newline = 0x0a;

/** Memory of batches that were acknowledged, for the next ones: new memory for each would keep the collector busy. */
export class BatchMemory {
  readonly #size: number;
  readonly #mostIdle: number;
  readonly #idle: Uint8Array<ArrayBuffer>[] = [];

  /** @param size bytes of a piece. @param mostIdle pieces that are kept. */
  constructor(size: number, mostIdle: number) {
    this.#size = size;
    this.#mostIdle = mostIdle;
  }

  /** A piece with room for at least that many bytes; what it holds at first is nothing. */
  take(bytes: number): Uint8Array<ArrayBuffer> {
    return bytes > this.#size ? new Uint8Array(bytes) : (this.#idle.pop() ?? new Uint8Array(this.#size));
  }

  /** Nobody reads the piece any more. */
  giveBack(piece: Uint8Array<ArrayBuffer>): void {
    if (piece.length === this.#size && this.#idle.length < this.#mostIdle) this.#idle.push(piece);
  }
}

/** Rows that are sent together: copied behind one another, each with its newline, so that they can be sent as they lie. */
export class RowBatch {
  readonly rows: ReadRow[] = [];
  /** What its rollouts are known by; null where that of any row is not known. */
  keys: Set<string> | null = new Set();
  readonly #memory: BatchMemory;
  #piece: Uint8Array<ArrayBuffer> | null = null;
  #length = 0;

  constructor(memory: BatchMemory) {
    this.#memory = memory;
  }

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  /** Whether a row goes into the piece beside those that are there. */
  hasRoom({ bytes }: ReadRow): boolean {
    return this.#piece === null || this.#length + bytes.length + 1 <= this.#piece.length;
  }

  /** Takes a copy of a row for which there is room. */
  add({ number, bytes, key }: ReadRow): void {
    this.#piece ??= this.#memory.take(bytes.length + 1);
    const end = this.#length + bytes.length;
    this.#piece.set(bytes, this.#length);
    this.#piece[end] = newline;
    this.rows.push({ number, bytes: this.#piece.subarray(this.#length, end), key });
    this.#length = end + 1;
    if (key === null) this.keys = null;
    else this.keys?.add(key);
  }

  /** Whether a rollout of this batch may be one of the other's. */
  mayShareRollouts(other: RowBatch): boolean {
    const theirs = other.keys;
    if (this.keys === null || theirs === null) return true;
    for (const key of this.keys) if (theirs.has(key)) return true;
    return false;
  }

  /** Gives its memory back: it was acknowledged. */
  release(): void {
    if (this.#piece !== null) this.#memory.giveBack(this.#piece);
    this.#piece = null;
  }
}
