import { expect, it } from "vitest";
import { readLine } from "../source-lines";
import { findIndices } from "./find-indices";

const find = (text: string) => findIndices({ start: text, end: text });

const indices = '"_ng_task_index": 3, "_ng_rollout_index":0';

it.each([
  ["keys at the end", `{"reward": 1, ${indices}, "agent_ref": {"name": "a}"}}`, true],
  ["keys alone", `{${indices}}`, true],
  ["a task by name", '{"_ng_rollout_index": 2, "_ng_task_index": "t-1"}', true],
  ["one key only", '{"_ng_task_index": 3, "reward": 1}', false],
  ["a key that is null", '{"_ng_task_index": null, "_ng_rollout_index": 0}', false],
  ["keys of another object", `{"reward": 1, "source": {${indices}}}`, false],
  ["one key deeper than the other", '{"_ng_task_index": 1, "x": {"_ng_rollout_index": 0}}', false],
  ["keys inside a text", JSON.stringify({ reward: 1, text: `{${indices}}` }), false],
  ["a torn line", `{"reward": 1, ${indices}, "agent_ref": {"name": "a`, false],
  ["something behind the line", `{${indices}} x`, false],
])("judges %s", (_, text, expected) => {
  expect(find(text) !== null).toBe(expected);
});

it.each([
  ["a number", '{"reward":1,"_ng_task_index":3,"_ng_rollout_index": 0}', "3\n0"],
  ["a name", '{"_ng_rollout_index":2,"_ng_task_index":"t-1"}', "t-1\n2"],
  ["a name that looks like a number", '{"_ng_task_index":"3","_ng_rollout_index":0}', "3\n0"],
  ["a rollout with a name of its own", '{"_ng_task_index":3,"_ng_rollout_index":0,"_ng_rollout_id":"a"}', null],
])("knows the rollout of %s by its indices", (_, text, key) => {
  expect(find(text)).toEqual({ key });
});

it("leaves a number that is not written as a whole one to be parsed", () => {
  expect(find('{"_ng_task_index":1e1,"_ng_rollout_index":0}')).toBeNull();
});

it.each([
  ["is parsed where its keys stand far from its end", `{${indices}, "response": "${"x".repeat(5_000)}"}`, false],
  ["is not where they stand near it, whatever came before", `{"response": "${"é".repeat(5_000)}", ${indices}}`, true],
])("a long line %s", (_, text, isPlain) => {
  const read = readLine({ number: 1, bytes: new TextEncoder().encode(text) }, findIndices);
  expect("record" in read && read.record === null).toBe(isPlain);
});

it("a line that is not UTF-8 is refused, however its end reads", () => {
  const bytes = new TextEncoder().encode(`{"response": "?", ${indices}}`);
  bytes[14] = 0xff;
  expect(readLine({ number: 1, bytes }, findIndices)).toMatchObject({ refusal: { code: "not_utf8" } });
});
