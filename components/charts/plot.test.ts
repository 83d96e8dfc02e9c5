import { expect, test } from "vitest";
import { plotBottom, plotTop, toPixel, toPixelDown } from "./plot";

/** 100 pixels of plot between labels of 44 and 204 pixels, and 100 between its margins. */
const plot = { width: 348, left: 44, right: 204 };
const height = 100 + plotTop + plotBottom;

test("a place on the axis stands where its share of the axis says", () => {
  expect([0, 25, 100].map((x) => toPixel(plot, [0, 100], x))).toEqual([44, 69, 144]);
});

test("a value stands as far down as it is below the top of its scale", () => {
  expect([1, 0.75, 0].map((value) => toPixelDown(height, [0, 1], value, false))).toEqual([8, 33, 108]);
  expect(toPixelDown(height, [-0.25, 0.75], 0, false)).toBe(83);
});

test("on a logarithmic scale each decade is as high as the next", () => {
  expect([1, 0.1, 0.01].map((value) => Math.round(toPixelDown(height, [0.01, 1], value, true)))).toEqual([8, 58, 108]);
});
