import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BodyError, type ScannedRow, scanRows } from "./row-scanner";

const limits = { rowBytes: 1_000, depth: 8 };
const settings = { seed: 20_260_803, numRuns: 300 };

function scan(body: string | Buffer, isLines = false, told: Partial<typeof limits> = {}): ScannedRow[] {
  return [...scanRows(Buffer.from(body), isLines, { ...limits, ...told })];
}

/** Values of rows that were read, and codes of those that were not. */
function seen(rows: readonly ScannedRow[]): unknown[] {
  return rows.map((row) => ("value" in row ? row.value : row.code));
}

describe("rows of a body", () => {
  test.each([
    ["an object", '{"a":1}', [{ a: 1 }]],
    ["an array", '[{"a":1}, {"a":2}]', [{ a: 1 }, { a: 2 }]],
    ["lines", '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ["lines with CRLF", '{"a":1}\r\n\r\n{"a":2}\r\n', [{ a: 1 }, { a: 2 }]],
    ["a byte order mark", '\ufeff[{"a":1}]', [{ a: 1 }]],
    ["brackets and commas in strings", '[{"a":"],[}{"},{"b":"\\"],"}]', [{ a: "],[}{" }, { b: '"],' }]],
    ["strings that end in backslashes", '[{"a":"\\\\"},{"a":"\\\\\\""}]', [{ a: "\\" }, { a: '\\"' }]],
    ["an array of what are no objects", '[1,"a",null,[2]]', [1, "a", null, [2]]],
    ["an empty array", "[\n]", []],
    ["an object that spans lines", '{\n"a":\n1}', [{ a: 1 }]],
  ])("%s", (_, body, values) => {
    expect(seen(scan(body))).toEqual(values);
  });

  test.each([
    ["a torn last line", '{"a":1}\n{"a":', [{ a: 1 }, "invalid_json"]],
    ["a torn line in the middle", '{"a":1}\n{"a":\n{"a":3}', [{ a: 1 }, "invalid_json", { a: 3 }]],
    ["a torn array", '[{"a":1},{"a":', [{ a: 1 }, "invalid_json"]],
    ["a torn string in an array", '[{"a":1},{"a":"x', [{ a: 1 }, "invalid_json"]],
    ["an array that is not closed", '[{"a":1}', [{ a: 1 }, "invalid_json"]],
    ["an element that is no JSON", '[{"a":1},{"a":oops},{"a":3}]', [{ a: 1 }, "invalid_json", { a: 3 }]],
    ["a missing comma", '[{"a":1} {"a":2}]', [{ a: 1 }, "invalid_json"]],
    ["two arrays", '[{"a":1}]\n[{"a":2}]', [{ a: 1 }, "invalid_json"]],
    ["something behind an empty array", "[] x", ["invalid_json"]],
    ["two objects on a line", '{"a":1}{"a":2}', ["invalid_json"]],
  ])("%s is reported, and costs no neighbour", (_, body, values) => {
    const rows = scan(body);
    expect(seen(rows)).toEqual(values);
    expect(rows.map((row) => row.index)).toEqual(rows.map((_row, index) => index));
  });

  test.each([
    ['{"a":1}\n  {"a":oops}', "line 2, column 8"],
    ['[{"a":1},{"a":oops}]', "line 1, column 15"],
    ['[{"a":1},\n\n {"a":\noops}]', "line 4, column 1"],
    ['[\n{"a":1},\n  {"a":', "line 3, column 3"],
    ['[{"a":1}\n\n {"a":2}]', "line 3, column 2"],
    ['[{"a":1}]\n [', "line 2, column 2"],
  ])("%j is told by line and column", (body, place) => {
    const [message] = scan(body).flatMap((row) => ("message" in row ? [row.message] : []));
    expect(message).toMatch(new RegExp(`^${place}: `));
  });

  test("rows over a limit are refused alone", () => {
    const long = JSON.stringify({ a: "x".repeat(60) });
    const deep = '{"a":[[[1]]]}';
    const rows = scan(`{"a":1}\n${long}\n${deep}\n{"a":2}`, true, { rowBytes: 50, depth: 3 });
    expect(seen(rows)).toEqual([{ a: 1 }, "row_too_large", "too_deep", { a: 2 }]);
    expect(rows[1]).toMatchObject({ message: "the row has 68 bytes; at most 50 are taken (FALSEZERO_MAX_ROW_BYTES)" });
  });

  test.each([
    ["nothing", "", 1, 1, "the body is empty"],
    ["white space", " \n ", 1, 1, "the body is empty"],
    ["a word", "\nhello", 2, 1, "a JSON object or array was expected"],
    ["an object that never ends", '{"a":\n[1', 2, 3, "the body ends inside its first object"],
  ])("%s holds no row", (_, body, line, column, message) => {
    expect(() => scan(body)).toThrow(BodyError);
    expect(() => scan(body)).toThrow(message);
    try {
      scan(body);
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
  });

  test("no lines are no rows", () => {
    expect(scan("\n \r\n", true)).toEqual([]);
  });
});

describe("for any rows", () => {
  const anyRow = fc.dictionary(fc.string({ unit: "binary", maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 3,
  });
  const anyRows = fc.array(anyRow, { maxLength: 8 });
  const space = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r"), maxLength: 2 });
  const plain = (rows: readonly unknown[]): unknown => JSON.parse(JSON.stringify(rows));

  test("an array and lines of them give the same rows, whatever stands between", () => {
    fc.assert(
      fc.property(anyRows, space, space, (rows, before, after) => {
        const texts = rows.map((row) => JSON.stringify(row));
        const array = `${before}[${texts.map((text) => `${before}${text}${after}`).join(",")}]${after}`;
        expect(seen(scan(array))).toEqual(plain(rows));
        expect(seen(scan(texts.join("\r\n"), true))).toEqual(plain(rows));
        expect(seen(scan(JSON.stringify(rows, null, 1)))).toEqual(plain(rows));
      }),
      settings,
    );
  });

  test("each row comes with its own bytes", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const texts = rows.map((row) => JSON.stringify(row));
        const kept = scan(`[${texts.join(" ,\n")}]`).map((row) => ("bytes" in row ? row.bytes.toString() : row.code));
        expect(kept).toEqual(texts);
      }),
      settings,
    );
  });

  test("a body cut anywhere gives all rows before the cut, and at most one that is reported", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 5 }), fc.nat(), fc.boolean(), (rows, cut, isLines) => {
        const texts = rows.map((row) => JSON.stringify(row));
        const whole = Buffer.from(isLines ? texts.join("\n") : `[${texts.join(",")}]`);
        const body = whole.subarray(0, 1 + (cut % whole.length));
        const read = seen(scan(body, isLines));
        const good = read.filter((value) => value !== "invalid_json");
        expect(good).toEqual(plain(rows.slice(0, good.length)));
        expect(read.length - good.length).toBeLessThanOrEqual(1);
        // Every row that stands whole before the cut is there.
        const ends = texts.map((_, index) => {
          const before = texts.slice(0, index + 1).map((text) => Buffer.byteLength(text));
          return before.reduce((sum, length) => sum + length + 1, isLines ? -1 : 0);
        });
        expect(good.length).toBe(ends.filter((end) => end <= body.length).length);
      }),
      settings,
    );
  });
});

test("lines whose first is an array cost no good line behind them", () => {
  const body = Buffer.from('[1,2]\n{"reward":1}\n{"reward":0}');
  const rows = [...scanRows(body, true, { rowBytes: 1_000, depth: 64 })];
  expect(rows.map((row) => ("value" in row ? row.value : row.code))).toEqual([[1, 2], { reward: 1 }, { reward: 0 }]);
});

test("a whole array is an array, whatever the content type says", () => {
  const rows = [...scanRows(Buffer.from(' [{"a":1},\n {"a":2}] \n'), true, { rowBytes: 1_000, depth: 64 })];
  expect(rows.map((row) => ("value" in row ? row.value : row.code))).toEqual([{ a: 1 }, { a: 2 }]);
});
