import { expect, it } from "vitest";
import { toOneLine } from "./one-line";

it.each([
  ["step_1/rollouts.jsonl", "step_1/rollouts.jsonl"],
  ["ü 中 \u{1f600}.jsonl", "ü 中 \u{1f600}.jsonl"],
  ["a\nb.jsonl", '"a\\nb.jsonl"'],
  ["a\u001b[31mb", '"a\\u001b[31mb"'],
  ["a\u0085b", '"a\\u0085b"'],
  ["a\u2028b", '"a\\u2028b"'],
])("shows the name %j as %s", (name, shown) => {
  expect(toOneLine(name)).toBe(shown);
});
