import { expect, test } from "vitest";
import { lostRate } from "@/lib/core/coverage";
import { compareNewest, settledBuckets } from "./newest-steps";
import { sampleBuckets } from "./sample-steps";

/** Steps of ten rollouts, of which so many were lost. */
const lost = (...counts: number[]) =>
  sampleBuckets(
    counts.map((count, index) => ({
      step: index + 1,
      masked: { session_lost: count },
      rewards: Array.from({ length: 10 - count }, () => 1),
    })),
  );

function compare(...counts: number[]) {
  const found = compareNewest(lost(...counts), (bucket) => lostRate(bucket));
  return found === null
    ? null
    : {
        newest: found.newest.buckets.map((bucket) => bucket.from),
        rate: found.newest.rate,
        before: found.before?.rate ?? null,
        apart: found.apart,
      };
}

test("the newest steps are those that all lie above all before, where the gap is widest", () => {
  expect(compare(0, 1, 0, 9, 8)).toEqual({
    newest: [4, 5],
    rate: { count: 17, n: 20 },
    before: { count: 1, n: 30 },
    apart: true,
  });
});

test("a spike before is higher than the newest steps, so only the newest one is compared", () => {
  expect(compare(0, 9, 0, 3, 4)).toEqual({
    newest: [5],
    rate: { count: 4, n: 10 },
    before: { count: 12, n: 40 },
    apart: false,
  });
});

test("steps that differ by less than a tenth are not told apart", () => {
  expect(compare(0, 0, 0, 0)?.apart).toBe(false);
  expect(compare(1, 1, 1, 2)?.apart).toBe(true);
});

test("a single step has nothing before it, and none has nothing to say", () => {
  expect(compare(9)).toEqual({ newest: [1], rate: { count: 9, n: 10 }, before: null, apart: false });
  expect(compareNewest([], (bucket) => lostRate(bucket))).toBeNull();
});

test("a step still filling is settled from eight rollouts on", () => {
  const filling = (step: number, count: number) => ({
    step,
    complete: false,
    rewards: Array.from({ length: count }, () => 1),
  });
  const buckets = sampleBuckets([filling(1, 7), filling(2, 8), { step: 3, rewards: [1] }]);
  expect(settledBuckets(buckets).map((bucket) => bucket.from)).toEqual([2, 3]);
});
