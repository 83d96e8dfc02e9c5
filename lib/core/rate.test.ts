import { expect, test } from "vitest";
import { rateValue, wilsonInterval } from "./rate";

test("a rate of nothing has no value, and of something it has", () => {
  expect(rateValue({ count: 0, n: 0 })).toBeNull();
  expect(rateValue({ count: 0, n: 8 })).toBe(0);
  expect(rateValue({ count: 2, n: 8 })).toBe(0.25);
});

test.each([
  // Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  // The survivors of steps 61 to 80: 5 of 108 solved is 2 to 10%.
  [5, 108, 0.0199, 0.1038],
  [8, 8, 0.6756, 1],
])("Wilson's interval of %i of %i is [%f, %f]", (count, n, low, high) => {
  const interval = wilsonInterval({ count, n });
  expect(interval?.[0]).toBeCloseTo(low, 4);
  expect(interval?.[1]).toBeCloseTo(high, 4);
});

test("of nothing there is no interval, and every interval lies in [0, 1] around its rate", () => {
  expect(wilsonInterval({ count: 0, n: 0 })).toBeNull();
  for (let n = 1; n <= 30; n++) {
    for (let count = 0; count <= n; count++) {
      const [low, high] = wilsonInterval({ count, n }, 2.576) ?? [2, -1];
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(count / n + 1e-12);
      expect(high).toBeGreaterThanOrEqual(count / n - 1e-12);
      expect(high).toBeLessThanOrEqual(1);
    }
  }
});
