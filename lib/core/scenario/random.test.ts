import { expect, it } from "vitest";
import { indices, Random } from "./random";

function draw(random: Random, count: number): number[] {
  return indices(count).map(() => random.next());
}

it("gives the same numbers for the same seed, for ever", () => {
  expect(draw(new Random(61), 3)).toEqual(draw(new Random(61), 3));
  expect(draw(new Random(61), 3).map((value) => Math.floor(value * 1e6))).toMatchInlineSnapshot(`
    [
      554889,
      396254,
      269983,
    ]
  `);
});

it("spreads evenly over [0, 1)", () => {
  const values = draw(new Random(7), 20_000);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  // The standard error of the mean of 20,000 uniform numbers is 0.002.
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThan(1);
});

it("forks streams that don't depend on what was drawn before, and that differ", () => {
  const random = new Random(5);
  const early = draw(random.fork(3), 4);
  draw(random, 100);
  expect(draw(random.fork(3), 4)).toEqual(early);
  expect(draw(random.fork(4), 4)).not.toEqual(early);
});

it("draws whole numbers with both ends, and shuffles without losing any", () => {
  const random = new Random(9);
  expect(new Set(indices(200).map(() => random.integer(2, 5)))).toEqual(new Set([2, 3, 4, 5]));
  const items = indices(50);
  const shuffled = random.shuffled(items);
  expect(shuffled).not.toEqual(items);
  expect(shuffled.sort((a, b) => a - b)).toEqual(items);
  expect(() => random.pick([])).toThrow(RangeError);
});
