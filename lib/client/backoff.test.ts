import { expect, it } from "vitest";
import { backoffMs, parseRetryAfter, toWaitMs } from "./backoff";

it.each([
  [1, 0, 125],
  [1, 1, 250],
  [3, 0.5, 750],
  [20, 0, 7_500],
  [20, 1, 15_000],
])("after try %i waits, at chance %d, %i ms", (tried, random, expected) => {
  expect(backoffMs(tried, random)).toBe(expected);
});

it.each([
  [null, null],
  ["", null],
  ["soon", null],
  ["3", 3_000],
  ["0", 0],
  ["1.5", 1_500],
  ["-5", 0],
  ["NaN", null],
  ["Infinity", null],
  ["²", null],
  ["9".repeat(400), null],
  ["86400", 86_400_000],
  ["Thu, 01 Jan 1970 00:01:00 GMT", 50_000],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
])("reads Retry-After %j as %j", (header, expected) => {
  expect(parseRetryAfter(header, 10_000)).toBe(expected);
});

it.each([
  [null, 250, 250],
  [0, 250, 250],
  [2_000, 250, 2_000],
  [86_400_000, 250, 120_000],
])("waits, asked for %j ms and by itself %i ms, %i ms", (asked, backoff, expected) => {
  expect(toWaitMs(asked, backoff)).toBe(expected);
});
