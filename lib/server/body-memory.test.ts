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

test("bodies up to 4 kB lie side by side in pieces of 8 kB, each in a place of its own; a larger one lies alone", () => {
  const memory = new BodyMemory();
  const sizes = [3_000, 4_096, 1_000, 0, 4_096];
  const bodies = sizes.map((size, index) => memory.takeSmall(size).fill(index + 1));
  expect(bodies.map(({ length }) => length)).toEqual(sizes);
  expect(bodies.every((body, index) => body.every((byte) => byte === index + 1))).toBe(true);
  // 3,000 + 4,096 + 1,000 bytes fit into 8,192.
  expect(new Set(bodies.map(({ buffer }) => buffer)).size).toBe(2);
  expect(bodies.map(({ buffer }) => buffer.byteLength)).toEqual([8_192, 8_192, 8_192, 8_192, 8_192]);
  expect(memory.takeSmall(4_097).buffer.byteLength).toBe(4_097);
});
