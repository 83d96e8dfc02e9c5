import { expect, test } from "vitest";
import { lostRate } from "@/lib/core/coverage";
import { compareNewest, isSurelyAbove, settledBuckets } from "./newest-steps";
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

test("a handful is no change: the interval, with what is to come, must lie five points above", () => {
  // Wilson's lower ends: 1 of 8 at 2.2%; 7 of 64 at 5.4%; 8 of 64 at 6.5%; 8 of 8 at 68%.
  expect(isSurelyAbove({ count: 1, n: 8 }, 0, 0)).toBe(false);
  expect(isSurelyAbove({ count: 7, n: 7 }, 0, 0)).toBe(false);
  expect(isSurelyAbove({ count: 8, n: 8 }, 56, 0)).toBe(true);
  expect(isSurelyAbove({ count: 8, n: 8 }, 56, 0.02)).toBe(false);
  expect(isSurelyAbove({ count: 8, n: 8 }, 0, 0.6)).toBe(true);
  expect(compareNewest(lost(0, 0, 2), (bucket) => lostRate(bucket))).toMatchObject({ apart: true, risen: true });
  expect(compareNewest(lost(0, 0, 1), (bucket) => lostRate(bucket))).toMatchObject({ apart: true, risen: false });
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
