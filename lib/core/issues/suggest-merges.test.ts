import { expect, test } from "vitest";
import { suggestMerges } from "./suggest-merges";

const issue = (template: string) => ({ issue: template, template });

test("templates that share most words are suggested, with 2 × shared ÷ all words", () => {
  const long = "session <id> not reset within <duration> on <ip>"; // 8 words
  const short = "session <id> not reset on <ip>"; // 6 words, all shared
  expect(suggestMerges([issue(long), issue("disk quota of user <n> exceeded"), issue(short)])).toEqual([
    { issues: [long, short], similarity: 12 / 14 },
  ]);
});

test("few words, or other words, are not", () => {
  expect(suggestMerges([issue("tool <n> failed"), issue("tool <n> failed!")])).toEqual([]);
  expect(suggestMerges([issue("no free session on pool a"), issue("no judge answered in time at all")])).toEqual([]);
});

test("the most alike first, at most 20", () => {
  const many = Array.from({ length: 10 }, (_, at) => issue(`one two three four five six seven ${"x".repeat(at + 1)}`));
  const found = suggestMerges([...many, issue("One two three four five six seven x!")]);
  expect(found.length).toBe(20);
  expect(found[0]).toEqual({ issues: [many[0]?.issue, "One two three four five six seven x!"], similarity: 1 });
});
