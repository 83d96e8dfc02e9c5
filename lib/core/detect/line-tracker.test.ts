import { beforeEach, expect, test } from "vitest";
import { drawSummaries, planSteps } from "../scenario/drawn-summaries";
import { isSameData, LineTracker } from "./line-tracker";
import { Tape } from "./tape";

const part = { environment: null, rollouts: 4, groupSize: 2, solvedRate: 0.5 };

function draw(from: number, to: number, seed = 1, segment = "a") {
  return drawSummaries(
    seed,
    planSteps(from, to, () => ({ segment, parts: [part] })),
  );
}

let reads = 0;
beforeEach(() => {
  reads = 0;
});

/** Remembers how many were solved in the last 5 steps of its line, and counts what it reads. */
class Remembering {
  #solved: readonly string[] = [];
  readonly #tape: Tape;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  copy(): Remembering {
    const copy = new Remembering(this.#tape);
    copy.#solved = this.#solved;
    return copy;
  }

  advance(index: number): void {
    reads++;
    const step = this.#tape.at(index);
    this.#solved = [...this.#solved, `${step?.segment}${step?.step}: ${step?.whole?.zeroRewards}`].slice(-5);
  }

  supersede(before: Remembering, firstStep: number): void {
    this.#solved = [...this.#solved, `from ${firstStep} again, after ${before.#solved.at(-1)}`];
  }

  equals(other: Remembering): boolean {
    return isSameData(this.#solved, other.#solved);
  }

  get solved(): readonly string[] {
    return this.#solved;
  }
}

function start(...summaries: readonly ReturnType<typeof draw>[]) {
  const tape = new Tape();
  tape.setSegments([
    { segment: "a", firstStep: 1 },
    { segment: "b", firstStep: null },
  ]);
  const tracker = new LineTracker(tape, () => new Remembering(tape));
  const put = (changed: ReturnType<typeof draw>) => {
    tape.put(changed);
    tracker.invalidate(tape.settle());
    reads = 0;
    return tracker.read().solved;
  };
  const fresh = () => new LineTracker(tape, () => new Remembering(tape)).read().solved;
  put(summaries.flat());
  return { put, fresh };
}

test("a change at the end reads on from the last kept state", () => {
  const { put, fresh } = start(draw(1, 1_000));
  const read = put(draw(1_000, 1_001, 2));
  expect(reads).toBeLessThanOrEqual(128);
  expect(read).toEqual(fresh());
});

test("a change in the middle reads on until it makes no difference any more", () => {
  const { put, fresh } = start(draw(1, 1_000));
  const read = put(draw(300, 300, 2));
  expect(reads).toBeLessThanOrEqual(256);
  expect(read).toEqual(fresh());
  put(draw(1_001, 1_001));
  expect(reads).toBeLessThanOrEqual(128);
});

test("but to where a newer segment goes on from what it changed", () => {
  const { put, fresh } = start(draw(1, 600), draw(301, 900, 1, "b"));
  const before = fresh();
  expect(before.at(-1)).toMatch(/^b900/);
  for (const step of [299, 300, 301, 450]) expect(put(draw(step, step, 7))).toEqual(fresh());
  expect(put(draw(301, 303, 5, "b"))).toEqual(fresh());
});

test.each([
  [[1, { a: [null, new Map([["x", 1]])] }], [1, { a: [null, new Map([["x", 1]])] }], true],
  [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2], [1], false],
  [new Map([["x", 1]]), new Map([["x", 2]]), false],
  [null, {}, false],
])("%j and %j are the same data: %s", (a, b, expected) => {
  expect(isSameData(a, b)).toBe(expected);
});
