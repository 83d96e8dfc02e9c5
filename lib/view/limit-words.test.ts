import { expect, test } from "vitest";
import { formatBinaryBytes } from "./limit-words";

test.each([
  [32 * 1024 * 1024, "32 MiB"],
  [1024, "1 KiB"],
  [1000, "1,000 B"],
  [1536, "1,536 B"],
  [3 * 1024 ** 3, "3 GiB"],
])("%i bytes are %s", (bytes, words) => {
  expect(formatBinaryBytes(bytes)).toBe(words);
});
