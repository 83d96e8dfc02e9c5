import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesPattern } from "./name-pattern";

describe("matchesPattern", () => {
  test.each([
    ["browser-7", "browser-7", true],
    ["browser-7", "browser-70", false],
    ["*", "", true],
    ["**", "anything", true],
    ["browser-*", "browser-7", true],
    ["*-7", "browser-7", true],
    ["b*7", "browser-7", true],
    ["*row*er*", "browser-7", true],
    ["*er*row*", "browser-7", false],
    ["browser-7*7", "browser-7", false],
    ["a*a", "a", false],
    ["a*b*ab", "aab", false],
    ["a.c*", "abcd", false],
    ["first*last", "first\nlast", true],
  ])("%s of %j: %s", (pattern, name, expected) => {
    expect(matchesPattern(pattern, name)).toBe(expected);
  });

  test("agrees with a regular expression on short names", () => {
    const short = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 7 });
    const name = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
    fc.assert(
      fc.property(short, name, (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll("*", "[ab]*")}$`).test(text);
        expect(matchesPattern(pattern, text)).toBe(expected);
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });

  // As a regular expression, this one is tried in more ways than can be counted. What is at it hears of no time limit of
  // the test's, but of one around its own context.
  test("many stars are answered at once", () => {
    const stars = "*a".repeat(200);
    const judge = () => [`${stars}*b`, `${stars}*`].map((pattern) => matchesPattern(pattern, "a".repeat(10_000)));
    expect(runInNewContext("judge()", { judge }, { timeout: 5_000 })).toEqual([false, true]);
  });
});
