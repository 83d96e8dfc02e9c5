import { expect, test } from "vitest";
import { describeFilter, emptyFields, toWebhookBody } from "./webhook-form";

test("what is typed is sent without blanks, empty words and repetitions", () => {
  const fields = { ...emptyFields, name: " On call ", url: " https://a.example/x ", runs: "a, b,,a\n c " };
  expect(toWebhookBody(fields)).toEqual({
    name: "On call",
    kind: "generic",
    severity: "major",
    runs: ["a", "b", "c"],
    projects: [],
    tags: [],
    url: "https://a.example/x",
  });
});

test("an address that was left empty is not sent", () => {
  expect(toWebhookBody({ ...emptyFields, name: "On call" })).not.toHaveProperty("url");
});

const all = { severity: "minor", runs: [], projects: [], tags: [] } as const;
test.each([
  [all, "all incidents"],
  [{ ...all, severity: "major" as const }, "major and critical incidents"],
  [
    { ...all, severity: "critical" as const, runs: ["a-*", "b"], tags: ["night"] },
    "critical incidents of runs a-*, b, with tag night",
  ],
])("%j is %s", (filter, words) => {
  expect(describeFilter(filter)).toBe(words);
});
