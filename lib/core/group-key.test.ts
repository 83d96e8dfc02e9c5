import { expect, test } from "vitest";
import { groupKey } from "./group-key";

test("no two groups share a key, whatever they are called", () => {
  const groups: [string | null, string][] = [
    [null, "a"],
    ["", "a"],
    ["a", ""],
    ["a", "b"],
    ["ab", ""],
    [null, "1:ab"],
    ["1:a", "b"],
    ["", ":a"],
    [null, "0:a"],
    ["a\n", "b"],
    ["a", "\nb"],
  ];
  expect(new Set(groups.map(([environment, group]) => groupKey(environment, group))).size).toBe(groups.length);
});
