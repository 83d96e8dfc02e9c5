import { expect, test } from "vitest";
import { BodyMemory } from "./body-memory";

test("memory that was given back is used again for a body of about that size", () => {
  const memory = new BodyMemory();
  const first = memory.take(100_000);
  expect(first?.byteLength).toBe(131_072);
  if (first !== null) memory.giveBack(first);
  expect(memory.take(90_000)).toBe(first);
  expect(memory.take(90_000)).not.toBe(first);
});

test("a small body gets none", () => {
  expect(new BodyMemory().take(2_000)).toBeNull();
});

test("no more than 64 MiB are kept idle", () => {
  const memory = new BodyMemory();
  const pieces = [memory.take(40_000_000), memory.take(40_000_000)];
  for (const piece of pieces) if (piece !== null) memory.giveBack(piece);
  expect(memory.take(40_000_000)).toBe(pieces[0]);
  expect(memory.take(40_000_000)).not.toBe(pieces[1]);
});
