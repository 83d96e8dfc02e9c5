import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { toFingerprint } from "./fingerprint";

test("the first 32 digits of SHA-256 over version, kind and template", () => {
  const json = '[1,"session_lost","session <id> gone"]';
  const expected = createHash("sha256").update(json).digest("hex").slice(0, 32);
  expect(toFingerprint("session_lost", "session <id> gone", 1)).toBe(expected);
});

test("kind, template and version each make another", () => {
  const prints = [
    toFingerprint("a", "b c", 1),
    toFingerprint("a", "b c", 2),
    toFingerprint("a b", "c", 1),
    toFingerprint('a","b', "c", 1),
    toFingerprint("a", 'b","c', 1),
    toFingerprint("", "", 1),
  ];
  expect(new Set(prints).size).toBe(prints.length);
});

test("a lone surrogate in a kind is hashed, not refused", () => {
  expect(toFingerprint("\ud800", "é😀")).toMatch(/^[0-9a-f]{32}$/);
});
