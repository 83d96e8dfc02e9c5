import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { normaliseRow } from "@/lib/wire/normalise";
import { addEnvelope } from "../envelope";
import type { InputFields } from "../importer";
import { parseRecord } from "../source-lines";
import { mapAggregate, mapCoverage, mapInput, mapRow } from "./map";
import { AggregateDocument } from "./schema";

const sample = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const noFields: ReadonlyMap<string, InputFields> = new Map();

function map(text: string, isFailuresFile = false, inputFields = noFields) {
  const bytes = new TextEncoder().encode(text);
  const parsed = parseRecord({ number: 1, bytes });
  if ("code" in parsed) throw new Error(parsed.message);
  const mapped = mapRow(parsed.record, "rollouts.jsonl:3", inputFields, isFailuresFile);
  if (!("envelope" in mapped)) return mapped;
  return { text: new TextDecoder().decode(addEnvelope(bytes, mapped.envelope)) };
}

it("passes rows on to the letter, and names those without an identity by file and line", () => {
  const [identified = "", masked = "", anonymous = ""] = sample;
  expect(map(identified)).toEqual({ text: identified });
  expect(map(masked)).toEqual({ text: masked });
  expect(map(anonymous)).toEqual({ text: `${anonymous.slice(0, -1)},"_falsezero":{"id":"rollouts.jsonl:3"}}` });
});

it("refuses a line among the failures that says nothing of a rollout", () => {
  expect(map('{"a":1}', true)).toMatchObject({ code: "not_a_rollout" });
});

it("refuses an input among the rollouts", () => {
  expect(map(sample[3] ?? "")).toMatchObject({ code: "not_a_rollout" });
});

it.each([
  ["a class", { _ng_failure_class: "agent_run_error", _ng_task_index: 1, _ng_rollout_index: 2 }, "agent_run_error"],
  [
    "a typed record",
    {
      _ng_failure_record: { episode_id: { rollout_id: "1-2", attempt: 1 }, failure: { failure_kind: "judge_failed" } },
    },
    "judge_failed",
  ],
  ["a made-up reward", { reward: 0, response: {}, _ng_task_index: 1, _ng_rollout_index: 2 }, null],
  ["nothing but an error", { _ng_task_index: 2, _ng_rollout_index: 0, error: "boom" }, null],
])("says that a failures row with %s failed", (_, row, kind) => {
  const mapped = map(JSON.stringify(row), true);
  if (!("text" in mapped)) throw new Error("not a row to the letter");
  const sent: unknown = JSON.parse(mapped.text);
  expect(sent).toEqual({ ...row, _falsezero: { outcome: "failed" } });
  const defaults = { step: 0, split: null, segment: null, environment: null };
  expect(normaliseRow(sent, "nemo-gym", defaults)).toMatchObject({ rollout: { outcome: "failed", failureKind: kind } });
});

it("leaves a row with wrong types to the server, still saying that it failed", () => {
  expect(map('{"_ng_task_index":{},"reward":1}', true)).toEqual({
    text: '{"_ng_task_index":{},"reward":1,"_falsezero":{"outcome":"failed"}}',
  });
});

it("marks failure fields that are the input's own", () => {
  const input = {
    responses_create_params: { input: [] },
    agent_ref: { name: "sql_agent" },
    _ng_task_index: 3,
    _ng_rollout_index: 1,
    failure_kind: "hard",
    failure_reason: "join",
    mask_sample: false,
  };
  const mapped = mapInput(input);
  if ("code" in mapped) throw new Error(mapped.message);
  expect(mapped.expected).toEqual({ environment: "sql_agent", group: "3", sample: 1 });
  expect(mapped.fields).toEqual({ failure_kind: "hard", failure_reason: "join" });
  const inputFields = new Map([[mapped.key, mapped.fields ?? {}]]);
  const row = { reward: 0, response: {}, _ng_task_index: 3, _ng_rollout_index: 1, mask_sample: false };
  const own = JSON.stringify({ ...row, failure_kind: "hard", failure_reason: "timed out" });
  expect(map(own, false, inputFields)).toEqual({
    text: `${own.slice(0, -1)},"_falsezero":{"echoed":["failure_kind"]}}`,
  });
  const other = JSON.stringify({ ...row, _ng_rollout_index: 2, failure_kind: "hard" });
  expect(map(other, false, inputFields)).toEqual({ text: other });
});

it("takes no input without its indices, and no rollout as an input", () => {
  expect(mapInput({ responses_create_params: {}, _ng_task_index: 0 })).toMatchObject({ code: "not_an_input" });
  const long = { responses_create_params: {}, _ng_task_index: "t".repeat(1_001), _ng_rollout_index: 0 };
  expect(mapInput(long)).toMatchObject({ code: "not_an_input" });
  expect(mapInput({ responses_create_params: {}, reward: 1, _ng_task_index: 0, _ng_rollout_index: 0 })).toMatchObject({
    code: "not_an_input",
  });
});

it("puts the collector's counts under our names", () => {
  const document = { expected: 8, measured: 3, masked: 2, unscored: 1, failed: 1, intentionally_omitted: 0 };
  expect(mapCoverage({ ...document, unknown: 1, attempts: null })).toEqual({
    expected: 8,
    scored: 3,
    masked: 2,
    unscored: 1,
    failed: 1,
    omitted: 0,
    unknown: 1,
  });
});

function agent(name: string, mean: number, groups: readonly object[] | undefined) {
  const metrics = { agent_ref: { name }, agent_metrics: { "mean/reward": mean }, group_level_metrics: groups };
  return metrics;
}

it.each([
  ["one agent", [agent("a", 0.25, [{ expected_num_rollouts: 4 }])], { expected: 4, reward_mean: 0.25 }],
  [
    "two agents, weighted: (3 × 1 + 1 × 0) ÷ 4",
    [agent("a", 1, [{ num_rollouts: 3 }]), agent("b", 0, [{ num_rollouts: 1, expected_num_rollouts: 2 }])],
    { reward_mean: 0.75 },
  ],
  ["two agents of unknown size", [agent("a", 1, undefined), agent("b", 0, [{ num_rollouts: 1 }])], {}],
])("takes the mean reward of %s", (_, document, expected) => {
  expect(mapAggregate(AggregateDocument.parse(document))).toEqual(expected);
});
