import { describe, expect, test } from "vitest";
import { findInJson, listJsonLines, noFolds, revealPath, toggleLine, toPointer } from "./json-lines";

function write(value: unknown, folds = noFolds): string[] {
  return listJsonLines(value, folds).map(
    ({ depth, name, text }) => `${"  ".repeat(depth)}${name === null ? "" : `${name}: `}${text}`,
  );
}

const row = { reward: 0, response: { output: [{ role: "assistant", content: "no" }] }, tags: [], note: null };

describe("listJsonLines", () => {
  test("opens the outer two levels and folds what is deeper", () => {
    expect(write(row)).toEqual([
      "{",
      "  reward: 0",
      "  response: {",
      "    output: [ 1 item ]",
      "  }",
      "  tags: []",
      "  note: null",
      "}",
    ]);
  });

  test("folds a long list, and shows an opened one in pages", () => {
    const list = Array.from({ length: 450 }, (_, index) => index);
    expect(write(list)).toEqual(["[ 450 items ]"]);
    const [folded] = listJsonLines(list, noFolds);
    if (folded === undefined) throw new Error("A list has a line.");
    const opened = toggleLine(folded, noFolds);
    const lines = listJsonLines(list, opened);
    expect(lines).toHaveLength(203);
    const more = lines[201];
    expect(more?.text).toBe("… 250 more");
    if (more === undefined) throw new Error("A list of 450 has more than a page.");
    expect(listJsonLines(list, toggleLine(more, opened))).toHaveLength(403);
  });

  test("cuts a long string, opens it whole, and closes it again", () => {
    const text = "x".repeat(170);
    const [cut] = listJsonLines(text, noFolds);
    expect(cut?.text).toBe(`"${"x".repeat(160)}" … 10 more characters`);
    if (cut === undefined) throw new Error("A string has a line.");
    const opened = toggleLine(cut, noFolds);
    expect(write(text, opened)).toEqual([text]);
    const [whole] = listJsonLines(text, opened);
    if (whole === undefined) throw new Error("A string has a line.");
    expect(write(text, toggleLine(whole, opened))).toEqual([cut.text]);
  });

  test("writes a short string as JSON, with what is invisible escaped", () => {
    expect(write('a\u0000"')).toEqual(['"a\\u0000\\""']);
  });
});

describe("findInJson", () => {
  test("finds keys and values in any case, and names where they are", () => {
    expect(findInJson(row, "ASSIST").map(toPointer)).toEqual(["/response/output/0/role"]);
    expect(findInJson(row, "re").map(toPointer)).toEqual(["/reward", "/response"]);
    expect(findInJson(row, "")).toEqual([]);
  });

  test("what it finds is there once it is revealed, however deep or late", () => {
    const list = { ids: Array.from({ length: 900 }, (_, index) => `id-${index}`) };
    const [path] = findInJson(list, "id-640");
    if (path === undefined) throw new Error("It is in there.");
    expect(write(list)).not.toContain('    "id-640"');
    expect(write(list, revealPath(path, noFolds))).toContain('    "id-640"');
  });
});

test("toPointer escapes what a pointer would misread", () => {
  expect(toPointer(["a/b", "~", "__proto__"])).toBe("/a~1b/~0/__proto__");
});
