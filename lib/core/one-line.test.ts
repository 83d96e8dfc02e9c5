import { expect, it } from "vitest";
import { escapeUnseen, toOneLine } from "./one-line";

it.each([
  ["step_1/rollouts.jsonl", "step_1/rollouts.jsonl"],
  ["ü 中 \u{1f600}.jsonl", "ü 中 \u{1f600}.jsonl"],
  ["a\nb.jsonl", '"a\\nb.jsonl"'],
  ["a\u001b[31mb", '"a\\u001b[31mb"'],
  ["a\u0085b", '"a\\u0085b"'],
  ["a\u2028b", '"a\\u2028b"'],
  ["a\u202egnp.jsonl", '"a\\u202egnp.jsonl"'],
  ["a\u2066b\u2069", '"a\\u2066b\\u2069"'],
  ["a\u200fb", '"a\\u200fb"'],
  ["a\ufeffb", '"a\\ufeffb"'],
  ["a\u{e0041}b", '"a\\udb40\\udc41b"'],
  ["a\ud83db", '"a\\ud83db"'],
  ["👩‍💻.jsonl", "👩‍💻.jsonl"],
])("shows the name %j as %s", (name, shown) => {
  expect(toOneLine(name)).toBe(shown);
});

it("escapes what can't be seen in a sentence, and leaves the rest of it", () => {
  expect(escapeUnseen('column 3 of "\u009b31m\u202e"\n ')).toBe('column 3 of "\\u009b31m\\u202e"\\u000a ');
});
