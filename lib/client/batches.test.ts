import { expect, it } from "vitest";
import { inBatches } from "./batches";

it.each([
  [2, 100, [["aa", "bbb"], ["c"]]],
  [9, 5, [["aa", "bbb"], ["c"]]],
  [9, 1, [["aa"], ["bbb"], ["c"]]],
  [9, 100, [["aa", "bbb", "c"]]],
])("batches by at most %i rows and %i characters", async (rows, characters, expected) => {
  const batches: string[][] = [];
  const texts = ["aa", "bbb", "c"].map((text) => ({ text }));
  for await (const batch of inBatches(texts, { rows, characters })) batches.push(batch.map(({ text }) => text));
  expect(batches).toEqual(expected);
});
