import { expect, test } from "vitest";
import { judgeLevel } from "./level";

test.each([
  [
    "two steps of 90%",
    [
      [58, 64],
      [57, 64],
    ],
    true,
  ],
  [
    "two steps of 40%",
    [
      [26, 64],
      [26, 64],
    ],
    true,
  ],
  [
    "two steps of 35%, where rollouts may resemble each other",
    [
      [22, 64],
      [22, 64],
    ],
    false,
  ],
  [
    "a fifth, of however many",
    [
      [2_000, 10_000],
      [2_000, 10_000],
    ],
    false,
  ],
  ["three of three", [[3, 3]], true],
  ["two of two", [[2, 2]], false],
  ["nothing", [], false],
] as const)("%s", (_, counts, isLevel) => {
  expect(judgeLevel(counts.map(([x, n]) => ({ x, n }))) !== null).toBe(isLevel);
});

test("knows the numbers that led to it", () => {
  // 32 rollouts of which two resemble each other by 0.05 are worth 12.5.
  const level = judgeLevel([{ x: 32, n: 32 }]);
  expect(level?.rate).toBe(1);
  expect(level?.low).toBeCloseTo(12.549 / (12.549 + 2.5758 ** 2), 3);
});
