import { expect, test } from "vitest";
import { placeLabels } from "./end-labels";

test("labels with room stand where their marks end", () => {
  expect(placeLabels([10, 60, 120], 148, 16)).toEqual([10, 60, 120]);
});

test("labels that would overlap share their displacement, in the order of their marks", () => {
  expect(placeLabels([50, 52], 148, 16)).toEqual([43, 59]);
  expect(placeLabels([52, 50], 148, 16)).toEqual([59, 43]);
  expect(placeLabels([50, 50, 50], 148, 16)).toEqual([34, 50, 66]);
});

test("labels never leave the plot", () => {
  expect(placeLabels([148, 148], 148, 16)).toEqual([132, 148]);
  expect(placeLabels([0, 2], 148, 16)).toEqual([0, 16]);
});

test("pushed labels push others on", () => {
  expect(placeLabels([40, 41, 60], 148, 16)).toEqual([31, 47, 63].map((top) => expect.closeTo(top, 6)));
});

test("more labels than lines are spread over the height", () => {
  expect(placeLabels([0, 0, 0], 20, 16)).toEqual([0, 10, 20]);
});
