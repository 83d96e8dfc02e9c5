import { shuffle } from "simple-statistics";

const range = 0x1_0000_0000;

/** Spreads a seed over all 32 bits, so that neighbouring seeds give unrelated streams (the finaliser of MurmurHash3). */
function mix(seed: number): number {
  let hash = seed | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Numbers that look random and are the same for the same seed on every machine (mulberry32: 32 bits of state, ample for
 * made-up rollouts, no good for secrets).
 */
export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = mix(seed);
    this.#state = this.#seed;
  }

  /** A stream of its own for a part, so that what one part draws never shifts another. */
  fork(part: number): Random {
    return new Random(this.#seed ^ Math.imul(part + 1, 0x9e3779b1));
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    value = (value + Math.imul(value ^ (value >>> 7), value | 61)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / range;
  }

  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError where there is nothing to pick. */
  pick<Item>(items: readonly Item[]): Item {
    for (const item of items.slice(this.integer(0, items.length - 1))) return item;
    throw new RangeError("cannot pick from an empty list");
  }

  /** The items in another order; the list itself stays. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    return shuffle([...items], () => this.next());
  }

  /** Hexadecimal digits. */
  hex(digits: number): string {
    let text = "";
    for (let at = 0; at < digits; at++) text += this.integer(0, 15).toString(16);
    return text;
  }
}

/** 0, 1, … `length` − 1. */
export function indices(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
