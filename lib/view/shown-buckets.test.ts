import { expect, test } from "vitest";
import { wholeRun } from "./run-view";
import { sampleBuckets } from "./sample-steps";
import { toShownBuckets } from "./shown-buckets";

/** Steps 3 to 12 in buckets of 5: 0–4, 5–9 and 10–14, as the snapshot has them. */
const buckets = [0, 5, 10].map((from) => {
  const [bucket] = sampleBuckets([{ step: from, rewards: [1, 0] }]);
  if (bucket === undefined) throw new Error("no bucket");
  return { ...bucket, from, to: from + 4, steps: 5 };
});

function show(lastStep: number) {
  return toShownBuckets({ buckets, width: 5, firstStep: 3, lastStep }, wholeRun);
}

test("the outer buckets end where the run does, and are the same objects for as long as it ends there", () => {
  const shown = show(12);
  expect(shown.map(({ from, to }) => [from, to])).toEqual([
    [3, 4],
    [5, 9],
    [10, 12],
  ]);
  expect(shown[1]).toBe(buckets[1]);
  const again = show(12);
  expect(again[0]).toBe(shown[0]);
  expect(again[2]).toBe(shown[2]);

  const grown = show(13);
  expect(grown[0]).toBe(shown[0]);
  expect([grown[2]?.from, grown[2]?.to]).toEqual([10, 13]);
});
