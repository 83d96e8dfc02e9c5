import { expect, it } from "vitest";
import { nemoGym } from "./nemo-gym/recognise";
import { recogniseFile } from "./registry";

const rollout = { responses_create_params: {}, response: { output: [] }, reward: 1 };
const input = { responses_create_params: {}, agent_ref: { name: "a" } };
const numbered = { ...input, _ng_task_index: 0, _ng_rollout_index: 0 };
const failure = { _ng_failure_class: "agent_run_error", _ng_task_index: 0, _ng_rollout_index: 0 };
const coverage = { expected: 8, measured: 3, masked: 5 };
const aggregate = [{ agent_ref: { name: "a" }, agent_metrics: { "mean/reward": 1 } }];

it.each([
  ["r.jsonl", [rollout], "rows", "rollouts"],
  ["r.jsonl", [{ response: { output: [] }, reward: 1 }], "rows", "rollouts"],
  ["r.jsonl", [input, rollout], "rows", "rollouts"],
  ["r.jsonl", [failure], "rows", "failures"],
  ["r_failures.jsonl", [{ _ng_task_index: 2, _ng_rollout_index: 0, error: "boom" }], "rows", "failures"],
  ["predict_failures.jsonl", [rollout, rollout], "rows", "rollouts"],
  ["r_materialized_inputs.jsonl", [numbered], "inputs", "inputs"],
  ["r_reward_profiling.jsonl", [{ responses_create_params: {}, "mean/reward": 1 }], "unneeded", "profile"],
])("recognises %s with %j", (name, records, role, kind) => {
  const { importer, recognition } = recogniseFile({ name, records, document: undefined });
  expect(importer?.producer).toBe("nemo-gym");
  expect(recognition).toMatchObject({ role, kind });
});

it.each([
  ["coverage.json", coverage, "coverage"],
  ["anything.json", aggregate, "aggregate"],
])("recognises the document %s", (name, document, kind) => {
  expect(recogniseFile({ name, records: [], document }).recognition).toMatchObject({ role: "counts", kind });
});

it.each([
  [
    "r.jsonl",
    [input, input],
    undefined,
    "inputs: rows with responses_create_params, and with neither a reward nor a response",
  ],
  [
    "r.jsonl",
    [numbered],
    undefined,
    "inputs: rows with responses_create_params, and with neither a reward nor a response",
  ],
  ["r.jsonl", [], undefined, "no line that is a JSON object"],
  ["results.jsonl", [{ example_id: 1, reward: 0 }], undefined, 'rows with the keys "example_id", "reward"'],
  ["package.json", [], { name: "x" }, 'a JSON object with the keys "name"'],
])("refuses %s with %j, saying what it saw and what it expects", (name, records, document, saw) => {
  const { recognition } = recogniseFile({ name, records, document });
  expect(recognition).toMatchObject({ role: "refused", saw, expected: expect.stringContaining("NeMo Gym rollouts") });
});

it("knows which files belong to a file of rollouts", () => {
  const companions = ["run_materialized_inputs.jsonl", "run_failures.jsonl"];
  expect(nemoGym.companionsOf("run.jsonl")).toEqual([...companions, "run_coverage.json", "run_aggregate_metrics.json"]);
  expect(nemoGym.companionsOf("run_coverage.json")).toEqual([]);
});

it.each([
  ["run.jsonl", "rollouts", "run"],
  ["run_failures.jsonl", "failures", "run"],
  ["run_materialized_inputs.jsonl", "inputs", "run"],
  ["run_coverage.json", "coverage", "run"],
  ["run_aggregate_metrics.json", "aggregate", "run"],
  ["predict_failures.jsonl", "rollouts", "predict_failures"],
  ["lost.jsonl", "failures", "lost"],
  ["rows", "rollouts", "rows"],
])("says that %s, as %s, belongs to %s", (name, kind, stem) => {
  expect(nemoGym.stemOf(name, kind)).toBe(stem);
});
