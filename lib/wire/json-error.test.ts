import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonError } from "./json-error";

test.each([
  ["", 0],
  ["   ", 3],
  ["hello", 0],
  ["[1,2", 4],
  ["[1 2]", 3],
  ["[1,]", 3],
  ["[,1]", 1],
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ["{a:1}", 1],
  ["{NaN:1}", 1],
  ["[1}", 2],
  ['{"a":1]', 6],
  ["[1]]", 3],
  ["[truth]", 1],
  ["[nulls]", 5],
  ["[01]", 2],
  ["[1.]", 3],
  ["[1e+]", 4],
  ["[-]", 2],
  ["[.5]", 1],
  ['["a\nb"]', 3],
  ['["\\x"]', 3],
  ['["\\u12g4"]', 6],
  ['["abc', 5],
  ['["abc\\', 6],
  ["NaN", null],
  ['[-Infinity, 1e-9, -0.5E+3, "\\u00e9\\n"]', null],
  ['{"a":{"b":[]},"c":{}}', null],
])("%j stops being JSON at %s", (text, offset) => {
  expect(findJsonError(text)).toBe(offset);
});

test("what JSON.parse takes has no error, and what it refuses has one", () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'{}[]",:0-1.e+a\\u \n', "true"), maxLength: 14 }),
    fc.json({ maxDepth: 3 }),
    fc.tuple(fc.json({ maxDepth: 2 }), fc.nat(), fc.constantFrom(...'{}[]",:0a\\')).map(([json, at, broken]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + broken + json.slice(place);
    }),
  );
  fc.assert(
    fc.property(text, (made) => {
      let isJson = true;
      try {
        JSON.parse(made);
      } catch {
        isJson = false;
      }
      expect(findJsonError(made) === null).toBe(isJson);
    }),
    { seed: 20_260_803, numRuns: 3_000 },
  );
});
