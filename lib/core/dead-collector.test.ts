import { expect, test } from "vitest";
import { emptyCoverage } from "./coverage";
import { describeDeadCollector, findDeadCollector } from "./dead-collector";

/** A step of so many declared rollouts, of which these came; it is complete unless told. */
function step(expected: number, came: Partial<typeof emptyCoverage>, complete = true) {
  const coverage = { ...emptyCoverage, ...came };
  const received = coverage.scored + coverage.masked + coverage.unscored + coverage.failed + coverage.omitted;
  return { ...coverage, expected, received, unknown: expected - received, complete };
}

test.each([
  ["nothing came", [step(16, {})], { expected: 16, unknown: 16, lost: 0 }],
  ["one came, and is lost", [step(16, { failed: 1 })], { expected: 16, unknown: 15, lost: 1 }],
  [
    "half came, and all are lost",
    [step(16, { failed: 6, masked: 1, unscored: 1 })],
    { expected: 16, unknown: 8, lost: 8 },
  ],
  ["more than half came", [step(16, { failed: 9 })], null],
  ["one came back with a result", [step(16, { failed: 1, scored: 1 })], null],
  ["one was left out on purpose", [step(16, { failed: 1, omitted: 1 })], null],
  ["the step still fills", [step(16, { failed: 1 }, false)], null],
  ["the newest step still fills", [step(16, { failed: 1 }), step(16, {}, false)], null],
  ["it lived before", [step(16, { scored: 16 }), step(16, {})], null],
  ["every step is so", [step(16, { failed: 1 }), step(8, {})], { expected: 24, unknown: 23, lost: 1 }],
  ["nothing was declared", [step(0, {})], null],
  ["nothing is there", [], null],
])("a collector is dead where that is all: %s", (_, steps, expected) => {
  expect(findDeadCollector(steps)).toEqual(expected);
});

test.each([
  [{ expected: 1, unknown: 1, lost: 0 }, "The collector died: 1 rollout was declared, and none was heard of."],
  [
    { expected: 2, unknown: 1, lost: 1 },
    "The collector died: of 2 rollouts 1 was never dispatched, and the only one that was heard of is lost.",
  ],
  [
    { expected: 4_096, unknown: 3_996, lost: 100 },
    "The collector died: of 4,096 rollouts 3,996 were never dispatched, and all 100 that were heard of are lost.",
  ],
])("says what %j left", (dead, words) => {
  expect(describeDeadCollector(dead)).toBe(words);
});
