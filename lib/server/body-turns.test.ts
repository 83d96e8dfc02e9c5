import { expect, test } from "vitest";
import { BodyTurns } from "./body-turns";

test("of large bodies only two are worked on at a time, in the order they came", async () => {
  const turns = new BodyTurns(2);
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const take = (name: string) =>
    turns.take(() => {
      begun.push(name);
      return new Promise<void>((resolve) => finish.set(name, resolve));
    });
  const all = ["a", "b", "c", "d"].map(take);
  await Promise.resolve();
  expect(begun).toEqual(["a", "b"]);
  finish.get("b")?.();
  await all[1];
  await Promise.resolve();
  expect(begun).toEqual(["a", "b", "c"]);
  finish.get("a")?.();
  finish.get("c")?.();
  await Promise.all([all[0], all[2]]);
  await Promise.resolve();
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("a body that fails gives its turn on", async () => {
  const turns = new BodyTurns(1);
  const failed = turns.take(() => Promise.reject(new Error("no rows")));
  const next = turns.take(() => Promise.resolve("taken"));
  await expect(failed).rejects.toThrow("no rows");
  expect(await next).toBe("taken");
});
