import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDeeperThan, JsonTextError, jsonDepth, parseJsonText } from "./json-text";

const settings = { seed: 20_260_803, numRuns: 500 };

describe("JSON as Python writes it", () => {
  test.each([
    ["[NaN,Infinity,-Infinity]", [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    ['{"a":NaN,"b":[{"c":-Infinity}]}', { a: Number.NaN, b: [{ c: Number.NEGATIVE_INFINITY }] }],
    ["NaN", Number.NaN],
    [' [ NaN , "NaN" ] ', [Number.NaN, "NaN"]],
    ['["say \\"NaN\\"",NaN]', ['say "NaN"', Number.NaN]],
    ['["ends in a backslash \\\\",NaN]', ["ends in a backslash \\", Number.NaN]],
    ['{"NaN":"-Infinity","x":Infinity}', { NaN: "-Infinity", x: Number.POSITIVE_INFINITY }],
    ["-0", -0],
  ])("%s", (text, value) => {
    expect(parseJsonText(text)).toEqual(value);
  });

  test.each([
    "nan",
    "NaNN",
    "--Infinity",
    "+Infinity",
    "- Infinity",
    "[NaN NaN]",
    "{NaN:1}",
    "{'a':1}",
    "[1,]",
    "inf",
    "1NaN",
    "-NaN",
  ])("%s is no JSON", (text) => {
    expect(() => parseJsonText(text)).toThrow(JsonTextError);
  });

  test.each([
    ['{"a":1,\n "b": oops}', 2, 7, 'not JSON: unexpected "o"'],
    ['{"a":1', 1, 7, "not JSON: the text ends here"],
    ['{"a":NaN,\n"b":]', 2, 5, 'not JSON: unexpected "]"'],
    ["", 1, 1, "not JSON: the text ends here"],
  ])("%j is refused at its line and column", (text, line, column, message) => {
    let seen: unknown = null;
    try {
      parseJsonText(text);
    } catch (error) {
      seen = error;
    }
    expect(seen).toMatchObject({ name: "JsonTextError", line, column, message });
  });

  test("__proto__ and its friends are plain keys, with tokens and without", () => {
    for (const number of ["1", "NaN"]) {
      const parsed = parseJsonText(`{"__proto__":{"polluted":${number}},"constructor":${number},"toString":2}`);
      expect(Object.keys(parsed ?? {})).toEqual(["__proto__", "constructor", "toString"]);
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
      expect(JSON.stringify(parsed)).toContain('"__proto__":{"polluted"');
    }
    expect({}).not.toHaveProperty("polluted");
  });

  test("broken characters stay as they were sent", () => {
    expect(parseJsonText('["\\ud800","\\udc00\\ud800",NaN]')).toEqual(["\ud800", "\udc00\ud800", Number.NaN]);
  });

  test("a text that is nested a hundred thousand levels deep is read without exhausting the stack", () => {
    const deep = `${"[".repeat(100_000)}NaN${"]".repeat(100_000)}`;
    const parsed = parseJsonText(deep);
    expect(jsonDepth(deep)).toBe(100_000);
    expect(isDeeperThan(parsed, 64)).toBe(true);
  });
});

describe("depth", () => {
  test.each([
    ["1", 0],
    ["[]", 1],
    ['{"a":[1,{"b":2}]}', 3],
    ['["[[[","}{",[1]]', 2],
  ])("%s is %i levels deep", (text, depth) => {
    expect(jsonDepth(text)).toBe(depth);
    expect(isDeeperThan(JSON.parse(text), depth)).toBe(false);
    if (depth > 0) expect(isDeeperThan(JSON.parse(text), depth - 1)).toBe(true);
  });
});

describe("for any value", () => {
  const anyJson = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });

  test("text without tokens reads as JSON.parse reads it", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = JSON.stringify(value);
        expect(parseJsonText(text)).toEqual(JSON.parse(text));
      }),
      settings,
    );
  });

  test("text that is no JSON is refused where JSON.parse refuses it", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0a\\ \nNInfity-'), maxLength: 12 }), (text) => {
        const isToken = /NaN|Infinity/.test(text);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson) expect(parseJsonText(text)).toEqual(JSON.parse(text));
        else if (!isToken) expect(() => parseJsonText(text)).toThrow(JsonTextError);
      }),
      settings,
    );
  });

  /** Strings that try to be taken for tokens, or to end a string too early. */
  const trickyString = fc
    .array(fc.constantFrom("NaN", "Infinity", "-Infinity", '"', "\\", "{", "[", ",", "\u0000", "\ud800", "é", " "), {
      maxLength: 6,
    })
    .map((parts) => parts.join(""));
  const withTokens = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      trickyString,
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -1.5, null, true),
      fc.array(tie("value"), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.oneof(trickyString, fc.constantFrom("__proto__", "constructor", "a")), tie("value")), {
          maxLength: 4,
        })
        .map((pairs) => Object.fromEntries(pairs)),
    ),
  })).value;

  /** As Python's json.dumps writes it. */
  function write(value: unknown): string {
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
    if (value !== null && typeof value === "object") {
      return `{${Object.entries(value)
        .map(([name, inner]) => `${JSON.stringify(name)}: ${write(inner)}`)
        .join(", ")}}`;
    }
    return JSON.stringify(value);
  }

  test("what Python writes is read as it was, tokens as numbers and strings as strings", () => {
    fc.assert(
      fc.property(withTokens, (value) => {
        expect(parseJsonText(write(value))).toEqual(value);
      }),
      settings,
    );
  });
});
