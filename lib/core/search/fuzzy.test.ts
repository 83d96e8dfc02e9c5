import { expect, test } from "vitest";
import { scoreName } from "./fuzzy";

test.each([
  ["sql", ["sql", "sql-ppo", "text-sql", "mysql-run"]],
  ["bgrpo", ["browser-grpo-64"]],
  ["br 64", ["browser-grpo-64"]],
  ["run-1", ["run-1", "run-10", "run-100", "a-run-1"]],
])("%s fits these names, best first", (typed, expected) => {
  const names = ["a-run-1", "mysql-run", "text-sql", "browser-grpo-64", "sql-ppo", "run-100", "run-10", "run-1", "sql"];
  const scored = names.flatMap((name) => {
    const score = scoreName(typed, name);
    return score === null ? [] : [{ name, score }];
  });
  const best = scored.sort((a, b) => b.score - a.score).map(({ name }) => name);
  expect(best.slice(0, expected.length)).toEqual(expected);
});

test("letters that are not all there, or lie about by chance, fit nothing", () => {
  expect(scoreName("xyz", "browser-grpo")).toBeNull();
  expect(scoreName("oeo", "browser-grpo")).toBeNull();
  expect(scoreName("", "anything")).toBe(0);
});
