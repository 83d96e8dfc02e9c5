import { expect, test } from "vitest";
import { drawSummaries, planSteps } from "../scenario/drawn-summaries";
import { type SegmentStart, Tape } from "./tape";

const part = { environment: "browser", rollouts: 4, groupSize: 2, solvedRate: 0.5 };

function draw(segment: string, from: number, to: number) {
  return drawSummaries(
    1,
    planSteps(from, to, () => ({ segment, parts: [part] })),
  );
}

function lay(starts: readonly SegmentStart[], ...summaries: readonly ReturnType<typeof draw>[]) {
  const tape = new Tape();
  tape.setSegments(starts);
  tape.put(summaries.flat());
  tape.settle();
  return tape;
}

/** What counts, newest first. */
function readBack(tape: Tape) {
  const steps: string[] = [];
  for (let index = tape.length - 1; index >= 0; index = tape.previous(index)) {
    const step = tape.at(index);
    steps.push(`${step?.segment}${step?.step}${step?.whole === null ? "?" : ""}`);
  }
  return steps.join(" ");
}

test("a newer segment follows the last step that still counted", () => {
  const starts = [
    { segment: "a", firstStep: 1 },
    { segment: "b", firstStep: 3 },
  ];
  const tape = lay(starts, draw("a", 1, 5), draw("b", 3, 4));
  expect(tape.length).toBe(7);
  expect(readBack(tape)).toBe("b4 b3 a2 a1");
});

test("order is by launch and not by arrival, and segments that were not told of come last", () => {
  const starts = [{ segment: "a", firstStep: null }];
  expect(readBack(lay(starts, draw("z", 6, 6), draw("b", 4, 5), draw("a", 1, 5)))).toBe("z6 b5 b4 a3 a2 a1");
});

test("a segment that was told of, and not heard of, supersedes from its first step on", () => {
  const starts = [
    { segment: "a", firstStep: 1 },
    { segment: "b", firstStep: 3 },
    { segment: "c", firstStep: null },
  ];
  expect(readBack(lay(starts, draw("a", 1, 5)))).toBe("b3? a2 a1");
  expect(readBack(lay(starts, draw("a", 1, 5), draw("b", 4, 4)))).toBe("b4 b3? a2 a1");
});

test("says what changed", () => {
  const tape = lay([], draw("a", 1, 9));
  expect(tape.settle()).toEqual({ from: 9, to: 9 });
  tape.put(draw("a", 4, 4));
  expect(tape.settle()).toEqual({ from: 3, to: 4 });
  tape.put(draw("a", 10, 11));
  expect(tape.settle()).toEqual({ from: 9, to: 11 });
  tape.remove("a", 2);
  expect(tape.settle()).toEqual({ from: 1, to: 11 });
});

test("takes whole steps only", () => {
  const tape = new Tape();
  expect(() => tape.put(draw("a", 1, 1).filter(({ environment }) => environment !== null))).toThrow("1 of a");
});
