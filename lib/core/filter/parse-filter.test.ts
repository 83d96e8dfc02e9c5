import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFilter } from "./parse-filter";
import { printFilter } from "./print-filter";
import { type FilterTerm, toFieldTerm, toLiteral, toTextTerm } from "./term";

/** Terms without their places. */
function strip(terms: readonly FilterTerm[]) {
  return terms.map((term) =>
    term.as === "text"
      ? { not: term.not, text: term.text, quoted: term.quoted }
      : { not: term.not, key: term.key, values: term.values.map(({ text, quoted }) => ({ text, quoted })) },
  );
}

function terms(text: string) {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.value;
}

const bare = (text: string) => ({ text, quoted: false });
const quoted = (text: string) => ({ text, quoted: true });

describe("parseFilter", () => {
  test.each([
    ["", []],
    ["   ", []],
    ["status:live", [{ not: false, key: "status", values: [bare("live")] }]],
    ["-kind:a,b", [{ not: true, key: "kind", values: [bare("a"), bare("b")] }]],
    ['kind:"(masked, no kind)",x', [{ not: false, key: "kind", values: [quoted("(masked, no kind)"), bare("x")] }]],
    [
      "step:>60 step:61..80",
      [
        { not: false, key: "step", values: [bare(">60")] },
        { not: false, key: "step", values: [bare("61..80")] },
      ],
    ],
    ["label.pool:b", [{ not: false, key: "label.pool", values: [bare("b")] }]],
    ['label."browser pool":b', [{ not: false, key: "label.browser pool", values: [bare("b")] }]],
    [
      '"free text" -word',
      [
        { not: false, ...quoted("free text") },
        { not: true, ...bare("word") },
      ],
    ],
    ['"a \\" b \\\\ c \\n"', [{ not: false, ...quoted('a " b \\ c \\n') }]],
    ['kind:""', [{ not: false, key: "kind", values: [quoted("")] }]],
    [
      "10:30 a,b",
      [
        { not: false, ...bare("10:30") },
        { not: false, ...bare("a,b") },
      ],
    ],
    ["хост:ñ🧪", [{ not: false, key: "хост", values: [bare("ñ🧪")] }]],
  ])("reads %s", (text, expected) => {
    expect(strip(terms(text))).toEqual(expected);
  });

  test("says where each part stands", () => {
    expect(terms(' -kind:a,"b c"')).toEqual([
      {
        as: "field",
        key: "kind",
        keySpan: { from: 2, to: 6 },
        not: true,
        span: { from: 1, to: 14 },
        values: [
          { text: "a", quoted: false, span: { from: 7, to: 8 } },
          { text: "b c", quoted: true, span: { from: 9, to: 14 } },
        ],
      },
    ]);
  });

  test.each([
    ["kind:", 0, 5, "A value is expected right behind kind:"],
    ["a kind: b", 2, 7, "A value is expected right behind kind:"],
    ["kind:a,", 6, 7, "A value is expected behind the comma."],
    ["kind:a,,b", 6, 7, "A value is expected behind the comma."],
    ['x "open', 2, 7, "This quote is not closed."],
    ['kind:"open', 5, 10, "This quote is not closed."],
    ['kind:"a"b', 8, 9, "A space is expected here."],
    ['"a""b"', 3, 4, "A space is expected here."],
    ["a -", 2, 3, "A minus leaves something out"],
    ["- a", 0, 1, "A minus leaves something out"],
    ['label."x"', 0, 9, "A colon and a value are expected behind it"],
    ['label."":a', 0, 8, "The name of a label is expected"],
  ])("refuses %s at %i–%i", (text, from, to, message) => {
    const parsed = parseFilter(text);
    expect(parsed).toMatchObject({ ok: false, fault: { span: { from, to } } });
    expect(parsed.ok ? "" : parsed.fault.message).toContain(message);
  });

  // Pieces of the language, so that most texts come close to being a filter.
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        "kind",
        ":",
        ",",
        '"',
        "\\",
        "-",
        " ",
        "label.",
        "step",
        ">60",
        "..",
        "a",
        "é",
        "🧪",
        "\ud800",
        "*",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 14 },
  );
  const texts = fc.oneof(
    pieces.map((parts) => parts.join("")),
    fc.string({ unit: "binary" }),
  );

  test("any text is a filter that prints and reads back the same, or is refused at a place inside of it", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseFilter(text);
        if (parsed.ok) {
          expect(strip(terms(printFilter(parsed.value)))).toEqual(strip(parsed.value));
          return;
        }
        const { from, to } = parsed.fault.span;
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2_000, seed: 61 },
    );
  });

  test("terms that are made rather than read come back whole, whatever is in them", () => {
    const made = fc.oneof(
      fc.tuple(fc.string({ unit: "binary", minLength: 1 }), fc.boolean()).map(([text, not]) => toTextTerm(text, not)),
      fc
        .tuple(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 3 }), fc.boolean())
        .map(([values, not]) => toFieldTerm("label.any name", values.map(toLiteral), not)),
    );
    fc.assert(
      fc.property(fc.array(made, { maxLength: 4 }), (list) => {
        expect(strip(terms(printFilter(list)))).toEqual(strip(list));
      }),
      { numRuns: 1_000, seed: 61 },
    );
  });
});
