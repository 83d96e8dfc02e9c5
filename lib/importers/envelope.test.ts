import { expect, it } from "vitest";
import type { Envelope } from "@/lib/wire/rollout-row";
import { addEnvelope } from "./envelope";

function add(text: string, envelope: Envelope): string {
  return new TextDecoder().decode(addEnvelope(new TextEncoder().encode(text), envelope));
}

it.each([
  ["{}", { outcome: "failed" as const }, '{"_falsezero":{"outcome":"failed"}}'],
  ['{"reward": NaN, "n": 1e400}', { id: "a:1" }, '{"reward": NaN, "n": 1e400,"_falsezero":{"id":"a:1"}}'],
  ['{"a":{"b":"}"} }', { id: "a:2" }, '{"a":{"b":"}"},"_falsezero":{"id":"a:2"}}'],
  ['{"a":1}', {}, '{"a":1}'],
])("adds to %s", (text, envelope, expected) => {
  expect(add(text, envelope)).toBe(expected);
});

it("wins over a key of the same name that the row brought along", () => {
  const text = add('{"_falsezero":{"id":"theirs"}}', { id: "ours" });
  expect(JSON.parse(text)).toEqual({ _falsezero: { id: "ours" } });
});
