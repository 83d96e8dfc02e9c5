/** Memory that request bodies are put into, so that the thread that judges their rows reads them where they lie. */

/** Bodies below this are copied with the call: shared memory would cost more. */
export const sharedFrom = 16 * 1024;
/** Up to here bodies lie side by side in pieces of {@link sideBySide} bytes: a message copies each piece once. */
const small = 4 * 1024;
export const sideBySide = 8 * 1024;
/** Idle memory that is kept for the next bodies. */
const idleLimit = 64 * 1024 * 1024;

/** Sizes double, so that a piece fits whatever body comes next. */
function roundUp(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(bytes, sharedFrom)));
}

/** Pieces of shared memory, used again and again: a body of its own each time is what the collector is kept busy by. */
export class BodyMemory {
  readonly #idle = new Map<number, SharedArrayBuffer[]>();
  #idleBytes = 0;
  #piece = new ArrayBuffer(0);
  #used = 0;

  /** Room for that many bytes in memory of this thread. */
  takeSmall(bytes: number): Buffer {
    if (bytes > small) return Buffer.from(new ArrayBuffer(bytes));
    if (this.#used + bytes > this.#piece.byteLength) {
      this.#piece = new ArrayBuffer(sideBySide);
      this.#used = 0;
    }
    this.#used += bytes;
    return Buffer.from(this.#piece, this.#used - bytes, bytes);
  }

  /** Room for at least that many bytes; null for a body so small that it is not worth it. */
  take(bytes: number): SharedArrayBuffer | null {
    if (bytes < sharedFrom) return null;
    const size = roundUp(bytes);
    const piece = this.#idle.get(size)?.pop();
    if (piece === undefined) return new SharedArrayBuffer(size);
    this.#idleBytes -= size;
    return piece;
  }

  /** Nobody reads the body any more. */
  giveBack(piece: SharedArrayBuffer): void {
    if (this.#idleBytes + piece.byteLength > idleLimit) return;
    const idle = this.#idle.get(piece.byteLength) ?? [];
    this.#idle.set(piece.byteLength, idle);
    idle.push(piece);
    this.#idleBytes += piece.byteLength;
  }
}
