import { expect, test } from "vitest";
import { drawSummaries, planSteps } from "../scenario/drawn-summaries";
import { findCleanCheckpoint } from "./checkpoint";
import { Tape } from "./tape";

const part = { environment: "browser", rollouts: 2, groupSize: 2, solvedRate: 0.5 };

/** Segment a runs steps 1 to 8; b goes on from its step 5. On the tape: a1 … a8 (0-7), b6 … b9 (8-11). */
const tape = new Tape();
tape.setSegments([
  { segment: "a", firstStep: 1 },
  { segment: "b", firstStep: 6 },
]);
tape.put(
  drawSummaries(
    1,
    planSteps(1, 8, () => ({ segment: "a", parts: [part] })),
  ),
);
tape.put(
  drawSummaries(
    1,
    planSteps(6, 9, () => ({ segment: "b", parts: [part] })),
  ),
);
tape.settle();

const declared = ["a 3", "a 5", "a 7", "b 7", "b 9"].map((name) => {
  const [segment = "", step = ""] = name.split(" ");
  return { segment, step: Number(step), name };
});

test.each([
  ["the newest, where nothing is spoilt", [], "b 9"],
  ["one before the incident", [10], "b 7"],
  ["one of an older segment, where the newer is spoilt from its start", [8], "a 7"],
  ["one of the newer, where only what it superseded is", [5, 6, 7], "b 9"],
  ["none that goes on from spoilt steps", [4], "a 3"],
  ["none at all", [0], null],
])("the last clean checkpoint is %s", (_, spoilt, expected) => {
  expect(findCleanCheckpoint(tape, declared, new Set(spoilt))?.name ?? null).toBe(expected);
});

test("one of a segment that nothing was heard of is not known to be clean", () => {
  const unheard = [...declared, { segment: "c", step: 20, name: "c 20" }];
  expect(findCleanCheckpoint(tape, unheard, new Set())?.name).toBe("b 9");
  expect(findCleanCheckpoint(tape, [], new Set())).toBeNull();
});
