import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indices, Random } from "../scenario/random";
import { reasonLimit } from "./headline";
import { noReason, splitTemplate, toTemplate } from "./template";
import corpus from "./template-corpus.json";
import knownWrong from "./template-known-wrong.json";
import { templateRules } from "./template-rules";

describe.each(Object.entries(corpus))("reasons of %s", (_, reasons) => {
  test.each(Object.entries(reasons))("%j", (reason, template) => {
    expect(toTemplate(reason)).toBe(template);
  });
});

describe("known to be wrong, and kept in view", () => {
  test.each(Object.entries(knownWrong))("%s", (_, reasons) => {
    for (const [reason, template] of Object.entries(reasons)) expect(toTemplate(reason)).toBe(template);
  });
});

test("the corpus holds at least 150 reasons, and a template is its own template", () => {
  const rows = Object.values(corpus).flatMap((reasons) => Object.entries(reasons));
  expect(rows.length).toBeGreaterThanOrEqual(150);
  for (const [, template] of rows) expect(toTemplate(template)).toBe(template);
});

test("every rule is named once and says what it must not swallow", () => {
  expect(new Set(templateRules.map(({ name }) => name)).size).toBe(templateRules.length);
  for (const { remark, pattern } of templateRules) {
    expect(remark.length).toBeGreaterThan(10);
    expect(pattern.flags).toContain("g");
    expect(pattern.flags).toContain("u");
  }
});

describe("what varies by chance makes one template", () => {
  const random = new Random(17);
  const port = () => random.integer(1, 65_535);
  const address = () =>
    indices(4)
      .map(() => random.integer(0, 255))
      .join(".");

  test.each([
    ["sessions of the demo", () => `session ${random.hex(12)} not reset within 30 s on ${address()}:${port()}`],
    ["counts of any size below an id's", () => `${random.integer(0, 9_999_999)} waiting`],
    [
      "sizes and durations of any size",
      () => `${random.integer(0, 2 ** 40)} bytes in ${random.integer(0, 2 ** 40)} ms`,
    ],
    ["commits and traces", () => `at ${random.hex(40)} in trace_id=${random.hex(32)}`],
    ["times", () => `late since ${new Date(random.integer(0, 2 ** 41)).toISOString()}`],
    ["objects", () => `<Env object at 0x${random.hex(12)}> is closed`],
    ["folders", () => `cannot read /data/${random.hex(8)}/${random.integer(1, 99)}/out.json`],
    ["hosts", () => `gpu-${random.integer(0, 4_000)}.lab:${port()} is down`],
  ])("%s", (_, draw) => {
    expect(new Set(indices(1_000).map(() => toTemplate(draw()))).size).toBe(1);
  });
});

describe("a reason that says nothing", () => {
  test.each([null, "", "  \n\t\r\n ", "\u001b[0m", "\u0000"])("%j", (reason) => {
    expect(toTemplate(reason)).toBe(noReason);
  });
});

describe("any text at all", () => {
  test("has a template on one line, without spaces to fold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (reason) => {
        const template = toTemplate(reason);
        expect(template).toMatch(/^\S(?:.*\S)?$/su);
        expect(template).not.toMatch(/[\n\r]|\s\s/u);
        expect(template.isWellFormed()).toBe(true);
      }),
    );
  });

  test("is read for 4 kB, and no further, even in the middle of a character", () => {
    const start = "a ".repeat(reasonLimit / 2 - 1);
    expect(toTemplate(`${start}b and more`)).toBe(`${start}b`);
    expect(toTemplate(`${"a".repeat(reasonLimit - 1)}😀`)).toBe(`${"a".repeat(reasonLimit - 1)}\ufffd`);
  });
});

describe("no text takes long", () => {
  // Each repeated to 64 kB, sixteen times what is ever read: a quadratic rule would take seconds.
  const fragments = [
    ...["a", "1", "a1", "1a", "f0", " ", "-", "_", ".", ",", ":", "/", "\\", "@", "<", "[", "(", "e", "0x", "é", "第"],
    ...["a.", "1.", "1,", "a@", "@a.", "a-", "-1", "a-1", "_1", "1:", "::", "a:", "f:", "1-", "/a", "/a/", "./", "~/"],
    ...["a/b", "C:\\", "\\\\a\\", "<a", "<id>/", "://", "a://", "http://a", "1m", "0.0m", "1h2m", "5 ", "1e", "1e+"],
    ...['="', "='", ':"\\', "=`", ":“", "=«", ":「", "exit ", "status:", "code (", "trace_id=", "request id: a"],
    ...["2026-", "2026-08-14 ", "12:30", "12:30:4", "Mon, ", "Aug 1", "255.", "1.1.1", "-bcdfgh", "-b2b2b-", "data:a/"],
  ];

  test.each(templateRules.map(({ name, pattern }) => [name, pattern] as const))("%s", (_, pattern) => {
    const slow = fragments.filter((fragment) => {
      const text = fragment.repeat(65_536 / fragment.length);
      const startedAt = performance.now();
      // With an end that fits nowhere, so that whatever was tried fails late.
      text.concat("é").replace(pattern, "");
      return performance.now() - startedAt > 500;
    });
    expect(slow).toEqual([]);
  });

  test("lines and escapes neither", () => {
    const lines = [
      "\n",
      "\r",
      "  at x\n",
      "| ",
      "|+-",
      "\u001b[",
      "\u001b]",
      "a:\n",
      "x\nTraceback (most recent call last):\n",
    ];
    for (const line of lines) {
      const startedAt = performance.now();
      toTemplate(line.repeat(100_000));
      expect(performance.now() - startedAt).toBeLessThan(500);
    }
  });
});

test("a template comes apart at its holes", () => {
  expect(splitTemplate("<id> lost on <ip>: <b>1</b>")).toEqual([
    { text: "<id>", isHole: true },
    { text: " lost on ", isHole: false },
    { text: "<ip>", isHole: true },
    { text: ": <b>1</b>", isHole: false },
  ]);
});
