import type { Tape, TapeChange } from "./tape";

/** A detector that reads a tape step by step, and whose state can be copied and read on from. */
export interface LineDetector<Self> {
  copy(): Self;
  advance(index: number): void;
  /** A newer segment runs steps from `firstStep` on again; `before` is the state at the end of what it supersedes. */
  supersede(before: Self, firstStep: number): void;
  /** Whether reading on gives the same from here. */
  equals(other: Self): boolean;
}

/** Whether two states, made of plain values, lists, records and maps, are the same. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a instanceof Map && b instanceof Map) return isSameData([...a], [...b]);
  const entries = Object.entries(a);
  const others = new Map(Object.entries(b));
  return entries.length === others.size && entries.every(([key, value]) => isSameData(value, others.get(key)));
}

/** Steps between two states that are kept: reading on from one costs less than keeping more. */
const spacing = 128;

/**
 * What a detector says at the end of a tape, kept up to date: after a change at one step, it reads on from the last
 * kept state before it, until a state after the change is as it was before the change. The same as reading from the
 * start, since a state depends on the steps before it only.
 */
export class LineTracker<Detector extends LineDetector<Detector>> {
  readonly #tape: Tape;
  readonly #begin: () => Detector;
  readonly #kept = new Map<number, Detector>();
  /** States after the last change that hold again where one of them is reached. */
  #former = new Map<number, Detector>();
  #changedFrom = 0;
  #latest: Detector | null = null;

  constructor(tape: Tape, begin: () => Detector) {
    this.#tape = tape;
    this.#begin = begin;
  }

  invalidate({ from, to }: TapeChange): void {
    if (from === to) return;
    this.#changedFrom = from;
    this.#former = new Map();
    for (const [index, state] of this.#kept) {
      if (index < from) continue;
      this.#kept.delete(index);
      if (index >= to) this.#former.set(index, state);
    }
    const last = this.#tape.length - 1;
    if (this.#latest !== null && last >= to) this.#former.set(last, this.#latest);
    this.#latest = null;
  }

  /** The state at the end of the tape; not to be advanced. */
  read(): Detector {
    this.#latest ??= this.#stateAfter(this.#tape.length - 1);
    return this.#latest;
  }

  /** A state of its own, after the step at `index`. */
  #stateAfter(index: number): Detector {
    let start = index;
    while (start >= 0 && !this.#kept.has(start)) start--;
    let state = this.#kept.get(start)?.copy() ?? this.#begin();
    for (let at = start + 1; at <= index; at++) {
      state = this.#enter(at, state);
      state.advance(at);
      if (at % spacing !== 0) continue;
      this.#kept.set(at, state.copy());
      if (this.#isAsBefore(at, state)) return this.#resume(at, index);
    }
    return state;
  }

  #isAsBefore(at: number, state: Detector): boolean {
    return this.#former.get(at)?.equals(state) === true && !this.#tape.returnsInto(this.#changedFrom, at);
  }

  /** Goes on from where everything is as it was. */
  #resume(at: number, index: number): Detector {
    for (const [later, state] of this.#former) if (later > at && later % spacing === 0) this.#kept.set(later, state);
    const latest = this.#former.get(index);
    this.#former = new Map();
    return latest?.copy() ?? this.#stateAfter(index);
  }

  /** The state that the step at `index` goes on from, given the one after the step before it on the tape. */
  #enter(index: number, before: Detector): Detector {
    const previous = this.#tape.previous(index);
    const step = this.#tape.at(index)?.step;
    if (previous === index - 1 || step === undefined) return before;
    const inherited = this.#stateAfter(previous);
    inherited.supersede(before, step);
    return inherited;
  }
}
