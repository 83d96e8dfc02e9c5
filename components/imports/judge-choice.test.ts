import { expect, test } from "vitest";
import { judgeChoice } from "./judge-choice";

test("a step and a number of generations that the server would refuse are refused in the form, in its own words", () => {
  const filled = { run: "a", step: "", generationsPerPrompt: "" };
  expect(judgeChoice(filled)).toEqual({});
  expect(judgeChoice({ ...filled, step: "1000000000", generationsPerPrompt: "16" })).toEqual({});
  for (const step of ["-1", "1.5", "1e3", "abc", "1000000001", "１"])
    expect(judgeChoice({ ...filled, step })).toEqual({
      step: "A step is a whole number from 0 to 1,000,000,000, or left empty.",
    });
  for (const generationsPerPrompt of ["0", "two", "1000001"])
    expect(judgeChoice({ ...filled, generationsPerPrompt })).toEqual({
      generationsPerPrompt: "A whole number from 1 to 1,000,000, or left empty.",
    });
});

test("a run without a name, or with one that no run can have, is refused in the form", () => {
  expect(judgeChoice({ run: "", step: "", generationsPerPrompt: "" }).run).toBe(
    "Name the run that the files belong to.",
  );
  expect(judgeChoice({ run: "..", step: "", generationsPerPrompt: "" }).run).toContain('A run can\'t be called ".."');
});
