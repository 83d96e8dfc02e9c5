import { expect, test } from "vitest";
import { findReasonToGiveUp, giveUpAfterMs, judgeAttempt, refusalLimit, waitMs } from "./retry";

const minute = 60_000;

test.each([
  [1, 2_000],
  [2, 5_000],
  [3, 15_000],
  [4, minute],
  [5, 2 * minute],
  [6, 5 * minute],
  [7, 10 * minute],
  [8, 20 * minute],
  [9, 30 * minute],
  [10, 60 * minute],
  [40, 60 * minute],
])("after %i failed tries the wait is %i ms", (failures, expected) => {
  expect(waitMs(failures, 0)).toBe(expected);
  expect(waitMs(failures, 0.5)).toBe(expected * 1.05);
});

test("a receiver's own wish is granted up to an hour, and never shortens the wait", () => {
  expect(waitMs(1, 0, 30_000)).toBe(30_000);
  expect(waitMs(4, 0, 1_000)).toBe(minute);
  expect(waitMs(1, 0, 7 * 24 * 60 * minute)).toBe(60 * minute);
});

test("a day of a dead receiver costs 32 tries", () => {
  let at = 0;
  let tries = 1;
  while (at + waitMs(tries, 0) < giveUpAfterMs) {
    at += waitMs(tries, 0);
    tries += 1;
  }
  expect(tries).toBe(32);
});

test.each([
  [200, "delivered"],
  [204, "delivered"],
  [299, "delivered"],
  [301, "refused"],
  [308, "refused"],
  [400, "refused"],
  [401, "refused"],
  [404, "refused"],
  [410, "refused"],
  [408, "later"],
  [425, "later"],
  [429, "later"],
  [500, "later"],
  [503, "later"],
  [null, "later"],
] as const)("an answer of %s means %s", (status, judgement) => {
  expect(judgeAttempt({ status })).toBe(judgement);
});

test("a notice is given up after a day, or when it was refused often enough", () => {
  expect(findReasonToGiveUp(0, 0, giveUpAfterMs - 1)).toBeNull();
  expect(findReasonToGiveUp(0, 0, giveUpAfterMs)).toBe("It could not be delivered for 24 hours.");
  expect(findReasonToGiveUp(0, refusalLimit - 1, 1)).toBeNull();
  expect(findReasonToGiveUp(0, refusalLimit, 1)).toBe("The receiver refused it 5 times.");
});
