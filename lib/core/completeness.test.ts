import { describe, expect, test } from "vitest";
import { judgeComplete, type StepProgress } from "./completeness";

function progress(step: number, received: number, declared: number | null = null, isClosed = false): StepProgress {
  return { step, received, declared, isClosed };
}

describe("a step is complete", () => {
  test.each([
    ["when its declared count is in", [progress(1, 64, 64)], [true]],
    ["not before", [progress(1, 63, 64)], [false]],
    ["never by its own count where nothing was declared", [progress(1, 64)], [false]],
    ["when it was put as finished or closed", [progress(1, 3, 64, true)], [true]],
    ["when a later step has half of its declared count", [progress(1, 60, 64), progress(2, 32, 64)], [true, false]],
    ["not when the later step has less", [progress(1, 60, 64), progress(2, 31, 64)], [false, false]],
    [
      "when a later one has half of the median before it",
      [progress(1, 64), progress(2, 64), progress(3, 32)],
      [true, true, false],
    ],
    [
      "and a first failure of the next step closes nothing",
      [progress(1, 64), progress(2, 64), progress(3, 1)],
      [true, false, false],
    ],
    ["declared and empty is not complete", [progress(1, 0, 64)], [false]],
  ])("%s", (_, steps, expected) => {
    expect(judgeComplete(steps, { isOver: false, isAsynchronous: false })).toEqual(expected);
  });

  test.each([
    [
      "not when a later one is half in",
      [progress(1, 60, 64), progress(2, 63, 64), progress(3, 63, 64)],
      [false, false, false],
    ],
    [
      "not when one later one is complete",
      [progress(1, 60, 64), progress(2, 64, 64), progress(3, 9, 64)],
      [false, true, false],
    ],
    [
      "when two are, and so on before it",
      [progress(1, 60, 64), progress(2, 9, 64), progress(3, 1, 1), progress(4, 1, 1)],
      [true, true, true, true],
    ],
  ])("of an asynchronous run %s", (_, steps, expected) => {
    expect(judgeComplete(steps, { isOver: false, isAsynchronous: true })).toEqual(expected);
  });

  test("and all of them once nothing more can come", () => {
    expect(judgeComplete([progress(1, 3), progress(2, 1, 64)], { isOver: true, isAsynchronous: false })).toEqual([
      true,
      true,
    ]);
  });
});
