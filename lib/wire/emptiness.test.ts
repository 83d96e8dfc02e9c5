import { describe, expect, test } from "vitest";
import { judgeEmptiness, readOutput } from "./emptiness";

describe("an output", () => {
  test.each([
    [undefined, "absent"],
    [null, "absent"],
    ["", "empty"],
    [" \n\t", "empty"],
    ["<|endoftext|>", "empty"],
    ["</s> <pad><pad>\n<|im_end|>", "empty"],
    ["</s>.", "present"],
    ["0", "present"],
    [[], "empty"],
    [["", " "], "empty"],
    [[{ type: "message", role: "assistant", content: [{ type: "output_text", text: "" }] }], "empty"],
    [[{ type: "message", role: "assistant", content: [{ type: "output_text", text: "4" }] }], "present"],
    [[{ role: "assistant", content: null, tool_calls: [{ id: "1" }] }], "present"],
    [
      [
        { role: "assistant", content: "" },
        { role: "tool", content: "200 OK" },
      ],
      "empty",
    ],
    [[{ role: "user", content: "2 + 2?" }], "empty"],
    [[{ type: "function_call_output", output: "done" }], "empty"],
    [[{ type: "function_call", name: "search" }], "present"],
    [{ role: "assistant", content: "</s>" }, "empty"],
    [{ role: "assistant", content: null }, "absent"],
    [{ text: "yes" }, "present"],
    [7, "present"],
  ])("%j is %s", (output, content) => {
    expect(readOutput(output)).toBe(content);
  });
});

describe("whether nothing was generated", () => {
  test.each([
    ["nothing is reported", { outputTokens: null, outputs: [undefined, null], error: null }, null, false],
    ["no tokens", { outputTokens: 0, outputs: [undefined], error: null }, "output_tokens_zero", true],
    ["some tokens", { outputTokens: 9, outputs: [undefined], error: null }, null, true],
    ["an empty output", { outputTokens: null, outputs: [""], error: null }, "output_empty", true],
    [
      "an empty output of one token, as a lost rollout is dressed up",
      { outputTokens: 1, outputs: ["<|endoftext|>"], error: null },
      "output_empty",
      true,
    ],
    [
      "an output that says something outweighs a count of 0",
      { outputTokens: 0, outputs: ["yes"], error: null },
      null,
      true,
    ],
    ["one of two places says something", { outputTokens: null, outputs: ["", "yes"], error: null }, null, true],
    [
      "an error beside the reward",
      { outputTokens: null, outputs: [], error: { type: "Timeout" } },
      "error_beside_reward",
      false,
    ],
    ["an error beside an output", { outputTokens: 5, outputs: ["yes"], error: "boom" }, "error_beside_reward", true],
    ["errors that are none", { outputTokens: null, outputs: [], error: {} }, null, false],
    ["errors that are none either", { outputTokens: null, outputs: [], error: "" }, null, false],
  ] as const)("%s", (_, facts, rule, reports) => {
    expect(judgeEmptiness(facts)).toEqual({ rule, reports });
  });
});
