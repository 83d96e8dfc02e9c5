import { Problem } from "@/lib/core/errors";
import { BodyMemory } from "./body-memory";

/** Bytes of request bodies that may be in memory at once, packed and unpacked, until their rows are committed. */
const intakeLimit = 768 * 1024 * 1024;

/**
 * How much of what senders sent is in memory: counted from the first byte that is read to the commit. Whoever would go
 * beyond the limit is asked to come back, before anything of the request is kept.
 */
export class Intake {
  readonly #limit: number;
  readonly #memory = new BodyMemory();
  #held = 0;

  constructor(limit: number = intakeLimit) {
    this.#limit = limit;
  }

  /** Opens an account for one request; closed when it was answered, whatever the answer was. */
  open(): IntakeAccount {
    let held = 0;
    let pieces: SharedArrayBuffer[] = [];
    return {
      add: (bytes) => {
        // One request alone always has room: its own limits are judged elsewhere.
        if (this.#held + bytes > this.#limit && this.#held > held) {
          throw new Problem(
            "too_busy",
            "More is being taken in than memory allows; nothing of this request was stored. Send it again in a moment.",
            { retryAfter: 1 },
          );
        }
        held += bytes;
        this.#held += bytes;
      },
      room: (bytes) => {
        const piece = this.#memory.take(bytes);
        if (piece === null) return this.#memory.takeSmall(bytes);
        pieces.push(piece);
        return Buffer.from(piece, 0, bytes);
      },
      close: () => {
        this.#held -= held;
        held = 0;
        for (const piece of pieces) this.#memory.giveBack(piece);
        pieces = [];
      },
    };
  }
}

export interface IntakeAccount {
  /** @throws Problem `too_busy`. */
  add(bytes: number): void;
  /** Memory of that size until the account is closed; what it holds at first is nothing. */
  room(bytes: number): Buffer;
  close(): void;
}

/** For bodies that are small by their own limits. */
export const uncounted: IntakeAccount = {
  add: () => {},
  room: (bytes) => Buffer.allocUnsafeSlow(bytes),
  close: () => {},
};
