import fc from "fast-check";
import { expect, test } from "vitest";
import { Slots } from "./slots";

test("a place is used again once it is free, and released once", () => {
  const slots = new Slots<string>();
  const [a, b] = [slots.add("a"), slots.add("b")];
  expect([a, b]).toEqual([0, 1]);
  expect(slots.release(a)).toBe("a");
  expect(slots.release(a)).toBeNull();
  expect(slots.release(7)).toBeNull();
  expect(slots.list()).toEqual(["b"]);
  expect([slots.add("c"), slots.add("d")]).toEqual([0, 2]);
  expect(slots.list().sort()).toEqual(["b", "c", "d"]);
  expect(slots.clear().sort()).toEqual(["b", "c", "d"]);
  expect(slots.list()).toEqual([]);
  expect(slots.add("e")).toBe(0);
});

test("whatever comes and goes, what is there is what came and did not go", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 200 }), (acts) => {
      const slots = new Slots<number>();
      const places = new Map<number, number>();
      for (const [number, act] of acts.entries()) {
        const [oldest] = places;
        if (act < 8 && oldest !== undefined) {
          expect(slots.release(oldest[1])).toBe(oldest[0]);
          places.delete(oldest[0]);
        } else places.set(number, slots.add(number));
      }
      expect(slots.list().sort((a, b) => a - b)).toEqual([...places.keys()]);
    }),
  );
});
