import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Run } from "./run";

let spool = "";

beforeEach(() => {
  spool = mkdtempSync(join(tmpdir(), "falsezero-run-"));
});
afterEach(() => rmSync(spool, { recursive: true, force: true }));

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

const rude = {
  toString() {
    throw new Error("no text");
  },
  toJSON() {
    throw new Error("no JSON");
  },
};

/** What a program without types may pass. */
const odd: readonly [string, unknown][] = [
  ["null", null],
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["a negative number", -1],
  ["a whole number of 64 bits", 2n ** 70n],
  ["a text", "256"],
  ["half a character", "\ud83e"],
  ["a symbol", Symbol("s")],
  ["a function", () => 1],
  ["a date that is none", new Date(Number.NaN)],
  ["a list of a list", [[]]],
  ["an object that refers to itself", cyclic],
  ["an object that refuses to be a text", rude],
];

function start(options: object, warnings: string[]): Run {
  const told = { isWorker: true, spool, url: "http://127.0.0.1:1", onWarning: (text: string) => warnings.push(text) };
  return new Run("r", { ...told, ...options });
}

/** Calls as a program without types does. */
function call(run: Run, method: "log" | "step" | "describe" | "annotate", ...args: unknown[]): unknown {
  const called: unknown = Reflect.get(run, method);
  return typeof called === "function" ? Reflect.apply(called, run, args) : null;
}

test.each(odd)("nothing is thrown where %s is passed", async (_, value) => {
  const warnings: string[] = [];
  const run = start({ maxMemory: 1_000_000 }, warnings);
  for (const method of ["log", "step", "describe", "annotate"] as const) {
    call(run, method, value);
    call(run, method, {}, value);
    call(run, method, 1, { step: value, author: value, expected: value, checkpoint: value });
  }
  for (const name of ["maxMemory", "maxDisk", "timeoutMs", "exitTimeoutMs", "environment", "split", "about", "env"]) {
    start({ [name]: value }, warnings).log({ id: "a" });
  }
  call(run, "log", { id: "whole" });
  expect(run.counts().pending).toBeGreaterThan(0);
  const nameless: unknown = Reflect.construct(Run, [value, { isWorker: true, spool, url: "http://127.0.0.1:1" }]);
  expect(nameless).toBeInstanceOf(Run);
});

test("null in the place of options is none", () => {
  expect(new Run("x", null).url).toBe("http://127.0.0.1:6161");
});

test.each([["256"], [Number.NaN], [-1]])("a bound of %j is told of once, and the usual one holds", (value) => {
  const warnings: string[] = [];
  const run = start({ maxMemory: value }, warnings);
  run.log({ id: "a" });
  expect(run.counts().pending).toBeGreaterThan(0);
  expect(warnings).toEqual([`r: maxMemory ${value} is no number of at least 0; it is 268435456`]);
});
