import { expect, it } from "vitest";
import { joinLines } from "./join-lines";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (joined: Uint8Array) => new TextDecoder().decode(joined);

it("takes rows as they lie where each is followed by its newline and the next", () => {
  const memory = bytes('xx{"a":1}\n{}\n{"b":2}\nyy');
  const joined = joinLines([memory.subarray(2, 9), memory.subarray(10, 12), memory.subarray(13, 20)]);
  expect(text(joined)).toBe('{"a":1}\n{}\n{"b":2}\n');
  expect(joined.buffer).toBe(memory.buffer);
});

it.each([
  [
    "in another order",
    [
      [3, 5],
      [0, 2],
    ],
    "bb\naa\n",
  ],
  [
    "with something between",
    [
      [0, 2],
      [6, 8],
    ],
    "aa\ncc\n",
  ],
  [
    "the last without its newline",
    [
      [3, 5],
      [6, 8],
    ],
    "bb\ncc\n",
  ],
])("copies rows %s", (_, places, expected) => {
  const memory = bytes("aa\nbb\ncc");
  const joined = joinLines(places.map(([start, end]) => memory.subarray(start, end)));
  expect(text(joined)).toBe(expected);
  expect(joined.buffer).not.toBe(memory.buffer);
});

it("puts rows from different memory together", () => {
  expect(text(joinLines([bytes("{}"), bytes("[]")]))).toBe("{}\n[]\n");
});
