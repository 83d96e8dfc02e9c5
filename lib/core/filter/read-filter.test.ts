import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meetsAll } from "./condition";
import { chartFields, type FilterVocabulary, issueFields, rolloutFields, runFields } from "./fields";
import { readFilter } from "./read-filter";

function conditions(text: string, vocabulary: FilterVocabulary = rolloutFields) {
  const read = readFilter(text, vocabulary);
  if (!read.ok) throw new Error(read.fault.message);
  return read.value.map(({ condition }) => condition);
}

const open = { isAbove: false, isBelow: false };

describe("readFilter", () => {
  test.each([
    [
      "kind:session_lost",
      [{ as: "names", field: "kind", values: [{ text: "session_lost", glob: false }], not: false }],
    ],
    ['kind:"a*"', [{ as: "names", field: "kind", values: [{ text: "a*", glob: false }], not: false }]],
    ["environment:browser*", [{ as: "names", field: "env", values: [{ text: "browser*", glob: true }], not: false }]],
    [
      "step:>60",
      [{ as: "numbers", field: "step", values: [{ ...open, min: 60, max: null, isAbove: true }], not: false }],
    ],
    ["step:61..80", [{ as: "numbers", field: "step", values: [{ ...open, min: 61, max: 80 }], not: false }]],
    ["step:..80", [{ as: "numbers", field: "step", values: [{ ...open, min: null, max: 80 }], not: false }]],
    [
      "-reward:<-0.5",
      [{ as: "numbers", field: "reward", values: [{ ...open, min: null, max: -0.5, isBelow: true }], not: true }],
    ],
    [
      "duration:>=1.5s",
      [{ as: "numbers", field: "duration", values: [{ ...open, min: 1500, max: null }], not: false }],
    ],
    ["-suspected:true", [{ as: "flag", field: "suspected", value: false }]],
    ["host:gpu-17", [{ as: "label", label: "host", values: [{ text: "gpu-17", glob: false }], not: false }]],
    ["label.kind:b", [{ as: "label", label: "kind", values: [{ text: "b", glob: false }], not: false }]],
    ['-"no session"', [{ as: "text", text: "no session", not: true }]],
  ])("understands %s", (text, expected) => {
    expect(conditions(text)).toEqual(expected);
  });

  test.each<[string, FilterVocabulary, number, number, string]>([
    ["outcome:lost", rolloutFields, 8, 12, "outcome is scored, masked, unscored, failed or omitted."],
    ["a step:x", rolloutFields, 7, 8, "A whole number is expected"],
    ["step:1.5", rolloutFields, 5, 8, "A whole number is expected"],
    ["step:80..61", rolloutFields, 5, 11, "from the smaller to the larger: 61..80"],
    ["step:..", rolloutFields, 5, 7, "A whole number is expected"],
    ["reward:high", rolloutFields, 7, 11, "A number is expected"],
    ["duration:30", rolloutFields, 9, 11, "A time with its unit"],
    ["suspected:yes", rolloutFields, 10, 13, "suspected is true or false."],
    ["split:train,eval", rolloutFields, 12, 16, "Only one split can be shown at a time."],
    ["-split:eval", rolloutFields, 0, 11, "split can't be left out"],
    ["segment:res*", rolloutFields, 8, 12, "without a star"],
    ["kidn:x", rolloutFields, 0, 4, "Is kind meant?"],
    ["Step:61", rolloutFields, 0, 4, "Is step meant?"],
    ["host:gpu-17", runFields, 0, 4, "Runs can't be filtered by host."],
    ["state:dead", runFields, 6, 10, "state is live, quiet, finished, crashed or stopped."],
    ["run:a,b", issueFields, 6, 7, "Only one run can be shown at a time."],
    ["browser", chartFields, 0, 7, "A key with a value is expected: env:"],
  ])("refuses %s at its place", (text, vocabulary, from, to, message) => {
    const read = readFilter(text, vocabulary);
    expect(read).toMatchObject({ ok: false, fault: { span: { from, to } } });
    expect(read.ok ? "" : read.fault.message).toContain(message);
  });

  test("knows the labels at hand: another key is refused, a named label is not", () => {
    expect(readFilter("pool:b", rolloutFields, ["pool"]).ok).toBe(true);
    expect(readFilter("hots:gpu-17", rolloutFields, ["host"])).toMatchObject({
      ok: false,
      fault: { span: { from: 0, to: 4 } },
    });
    expect(readFilter("label.hots:gpu-17", rolloutFields, ["host"]).ok).toBe(true);
  });

  test("never throws, and points into the text", () => {
    const keys = fc.constantFrom(
      "kind",
      "step",
      "reward",
      "duration",
      "suspected",
      "split",
      "host",
      "label.x",
      "state",
      "",
    );
    const values = fc.oneof(
      fc.constantFrom("1..2", ">=3", "true", "train", "1e400", "5s", "a*", '"x', ","),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    const terms = fc.tuple(keys, values).map(([key, value]) => `${key}:${value}`);
    fc.assert(
      fc.property(
        fc.array(terms, { maxLength: 4 }),
        fc.constantFrom(runFields, rolloutFields, issueFields, chartFields),
        (parts, vocabulary) => {
          const text = parts.join(" ");
          const read = readFilter(text, vocabulary);
          if (read.ok) return;
          expect(read.fault.span.from).toBeGreaterThanOrEqual(0);
          expect(read.fault.span.to).toBeGreaterThan(read.fault.span.from);
          expect(read.fault.span.to).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 2_000, seed: 61 },
    );
  });
});

describe("meetsAll", () => {
  const run = {
    names: { state: ["live"], tag: ["a", "nightly-2"], kind: [] },
    numbers: { step: 61, reward: null },
    text: "browser-7\nBrowser agent",
  };
  test.each<[string, boolean]>([
    ["state:live,quiet tag:nightly-*", true],
    ["tag:nightly", false],
    ["-tag:b", true],
    ["-tag:a", false],
    ["step:>60 step:<=61", true],
    ["step:>61", false],
    ["reward:<2", false],
    ["-reward:<2", true],
    ["kind:*", false],
    ["BROWSER agent", true],
    ["-agent", false],
  ])("%s: %s", (text, expected) => {
    expect(meetsAll(conditions(text, runFields), run)).toBe(expected);
  });

  test("a pattern of many stars is answered at once", () => {
    const tagged = { ...run, names: { tag: ["a".repeat(200)] } };
    const judge = () => meetsAll(conditions(`tag:${"*a".repeat(30)}*b`, runFields), tagged);
    // A test's own time limit ends nothing that is tried without end.
    expect(runInNewContext("judge()", { judge }, { timeout: 5_000 })).toBe(false);
  });
});
