import { describe, expect, test } from "vitest";
import { listDropped, readConversation, type Turn } from "./conversation";

/** `role: kind name#callId text | …`, a line a turn. */
function write(turns: readonly Turn[]): string[] {
  return turns.map(({ role, parts }) => {
    const texts = parts.map(({ kind, name, callId, text }) =>
      [kind, name === null ? "" : ` ${name}`, callId === null ? "" : `#${callId}`, ` ${text}`].join(""),
    );
    return `${role}: ${texts.join(" | ")}`;
  });
}

describe("readConversation", () => {
  test("reads a NeMo Gym verify response: input and output items, reasoning, calls and results", () => {
    const { source, turns } = readConversation({
      responses_create_params: {
        input: [
          { type: "message", role: "developer", content: "Be helpful." },
          { type: "message", role: "user", content: "weather?" },
        ],
      },
      response: {
        output: [
          { type: "reasoning", summary: [{ type: "summary_text", text: "Call weather." }], encrypted_content: "x" },
          { type: "message", role: "assistant", content: [{ type: "output_text", text: "Checking." }] },
          { type: "function_call", name: "get_weather", arguments: '{"city": "SF"}', call_id: "c1" },
          { type: "function_call_output", call_id: "c1", output: "cold" },
          { type: "message", role: "assistant", content: [{ type: "output_text", text: "It's cold." }] },
        ],
      },
    });
    expect(source).toBe("responses_create_params.input, response.output");
    expect(write(turns)).toEqual([
      "developer: text Be helpful.",
      "user: text weather?",
      'assistant: reasoning Call weather. | text Checking. | call get_weather#c1 {"city": "SF"}',
      "tool: result#c1 cold",
      "assistant: text It's cold.",
    ]);
  });

  test("takes each message for a turn of its own, with the calls that follow it", () => {
    const call = { type: "function_call", name: "click", arguments: "{}" };
    const { turns } = readConversation({
      output: ["a", "b", call, call, { type: "reasoning", summary: ["hm"] }, "c"],
    });
    expect(write(turns)).toEqual([
      "assistant: text a",
      "assistant: text b | call click {} | call click {}",
      "assistant: reasoning hm | text c",
    ]);
  });

  test("reads our own payload, beside other keys or under payload", () => {
    const conversation = { input: [{ role: "user", content: "Go." }], output: ["Done."] };
    const expected = ["user: text Go.", "assistant: text Done."];
    expect(write(readConversation(conversation).turns)).toEqual(expected);
    const nested = readConversation({ extra: 1, payload: conversation });
    expect(write(nested.turns)).toEqual(expected);
    expect(nested.source).toBe("payload.input, payload.output");
  });

  test("reads chat messages with tool calls", () => {
    const { turns } = readConversation({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "a" },
            { type: "text", text: "b" },
            { type: "image_url", url: "x" },
          ],
        },
        {
          role: "assistant",
          content: null,
          reasoning_content: "hm",
          tool_calls: [{ id: "t1", function: { name: "run", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "t1", content: "ok" },
      ],
    });
    expect(write(turns)).toEqual([
      'user: text a\nb | other image_url {\n  "type": "image_url",\n  "url": "x"\n}',
      "assistant: reasoning hm | call run#t1 {}",
      "tool: result#t1 ok",
    ]);
  });

  test.each([
    ["texts", { prompt: "1+1?", completion: "2" }, ["user: text 1+1?", "assistant: text 2"]],
    ["an empty answer", { input: "1+1?", output: "" }, ["user: text 1+1?", "assistant: text "]],
    ["an answer that is not there", { input: "1+1?" }, []],
    [
      "an unknown item",
      { messages: [{ type: "web_search_call", id: 7 }] },
      ['assistant: other web_search_call {\n  "type": "web_search_call",\n  "id": 7\n}'],
    ],
    ["nothing to go by", { some: ["thing"] }, []],
    ["a list", [1, 2], []],
    ["nothing", null, []],
    ["messages that are none", { messages: "no" }, []],
  ])("reads %s", (_, payload, expected) => {
    expect(write(readConversation(payload).turns)).toEqual(expected);
  });
});

test("listDropped says what was not kept, and takes nothing for granted", () => {
  expect(listDropped({ _falsezero_dropped: { "response.output[0].token_ids": "token ids", n: 3 } })).toEqual([
    { path: "response.output[0].token_ids", why: "token ids" },
    { path: "n", why: "3" },
  ]);
  expect(listDropped({ _falsezero_dropped: "all" })).toEqual([]);
  expect(listDropped(null)).toEqual([]);
});
