import { expect, test } from "vitest";
import { toLinePath } from "./line-path";

const scale = { x: (value: number) => value * 10, y: (value: number) => 100 - value * 100 };

test("a line runs straight from value to value", () => {
  const rows = [
    { x: 1, masked: 0 },
    { x: 2, masked: 0.5 },
    { x: 3, masked: 1 },
  ];
  expect(toLinePath(rows, "masked", "straight", scale)).toBe("M10,100L20,50L30,0");
});

test("a stepped line holds its value until the next row", () => {
  const rows = [
    { x: 1, masked: 0 },
    { x: 2, masked: 0.5 },
  ];
  expect(toLinePath(rows, "masked", "stepped", scale)).toBe("M10,100L20,100L20,50");
});

test("a gap stays a gap, and a range is no value", () => {
  const rows = [
    { x: 1, masked: 0 },
    { x: 2, masked: 1 },
    { x: 3, masked: null },
    { x: 4, masked: 1 },
    { x: 5, masked: 0 },
    { x: 6, masked: [0, 1] as const },
  ];
  expect(toLinePath(rows, "masked", "straight", scale)).toBe("M10,100L20,0M40,0L50,100");
});

test("pixels are written to a tenth", () => {
  const rows = [
    { x: 1 / 3, masked: 1 / 3 },
    { x: 2 / 3, masked: 2 / 3 },
  ];
  expect(toLinePath(rows, "masked", "straight", scale)).toBe("M3.3,66.7L6.7,33.3");
});

test("nothing is drawn of a series without values", () => {
  expect(toLinePath([{ x: 1, masked: null }], "masked", "straight", scale)).toBe("");
});
