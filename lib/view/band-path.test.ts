import { expect, test } from "vitest";
import { toBandPath } from "./band-path";
import type { Cell } from "./step-rows";

/** Ten pixels a step across; 100 pixels down for a share of all. */
const scale = { x: (value: number) => value * 10, y: (value: number) => 100 - value * 100 };
const rows = (...cells: readonly (readonly [x: number, cell: Cell])[]) => cells.map(([x, band]) => ({ x, band }));

test("a stepped band holds each value until the next row, there and back", () => {
  const path = toBandPath(rows([0, [0, 0.5]], [1, [0.1, 0.2]], [2, [0.1, 0.2]]), "band", "stepped", scale);
  expect(path).toBe("M0,50H10V80H20V90H10V100H0Z");
});

test("a stepped band ends at a gap and begins anew after it", () => {
  const path = toBandPath(
    rows([0, [0, 1]], [1, [0, 1]], [1, null], [3, [0, 1]], [4, [0, 1]]),
    "band",
    "stepped",
    scale,
  );
  expect(path).toBe("M0,0H10V0H10V100H10V100H0ZM30,0H40V100H30Z");
});

test("a step without height draws nothing", () => {
  expect(toBandPath(rows([0, [0.5, 0.5]], [1, [0.5, 0.5]]), "band", "stepped", scale)).toBe("");
});

test("a straight band runs from row to row, and breaks at a gap", () => {
  const path = toBandPath(
    rows([0, [0, 1]], [1, [0.5, 0.5]], [2, null], [3, [0, 1]], [4, [0, 1]]),
    "band",
    "straight",
    scale,
  );
  expect(path).toBe("M0,0L10,50L10,50L0,100ZM30,0L40,0L40,100L30,100Z");
});

test("a series without values has no path", () => {
  expect(toBandPath(rows([0, null]), "band", "straight", scale)).toBe("");
  expect(toBandPath([], "band", "stepped", scale)).toBe("");
});
