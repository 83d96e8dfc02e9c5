import { expect, it } from "vitest";
import type { FileSample } from "./importer";
import { nemoGym } from "./nemo-gym/recognise";
import { recogniseFile } from "./registry";

function recognise(path: string, told: Partial<FileSample>) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const nothing = { records: [], isWhole: true, document: undefined, columns: null };
  return recogniseFile({ ...nothing, name, path, ...told });
}

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
  ["r_failures.jsonl", [{ ...numbered, response: { output: [] }, reward: 0, error: "boom" }], "rows", "failures"],
  ["r_failures.jsonl", [{ ...numbered, response: { output: [] }, reward: 0 }], "rows", "failures"],
  ["r_failures.jsonl", [{ ...rollout, reward: 0.5, error: "boom" }], "rows", "failures"],
  ["r_failures.jsonl", [rollout, { ...rollout, ...failure }], "rows", "failures"],
  ["predict_failures.jsonl", [rollout, rollout], "rows", "rollouts"],
  ["predict_failures.jsonl", [{ ...rollout, reward: 0 }, rollout], "rows", "rollouts"],
  ["r_materialized_inputs.jsonl", [numbered], "inputs", "inputs"],
  ["r_reward_profiling.jsonl", [{ responses_create_params: {}, "mean/reward": 1 }], "unneeded", "profile"],
])("recognises %s with %j", (name, records, role, kind) => {
  const { importer, recognition } = recognise(name, { records });
  expect(importer?.producer).toBe("nemo-gym");
  expect(recognition).toMatchObject({ role, kind });
});

it.each([
  ["coverage.json", coverage, "coverage"],
  ["anything.json", aggregate, "aggregate"],
])("recognises the document %s", (name, document, kind) => {
  expect(recognise(name, { document }).recognition).toMatchObject({ role: "counts", kind });
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
  ["scores.jsonl", [{ task: 1, reward: 0 }], undefined, 'rows with the keys "task", "reward"'],
  ["package.json", [], { name: "x" }, 'a JSON object with the keys "name"'],
])("refuses %s with %j, saying what it saw and what it expects", (name, records, document, saw) => {
  const { recognition } = recognise(name, { records, document });
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

const verifiersRow = { example_id: 1, prompt: "p", completion: "c", reward: 1 };
const episode = { id: "e", ok: true, traces: [], run: { work: { type: "train", step: 9 } } };
const verlRow = { input: "i", output: "o", score: 1, step: 12 };
const rlRow = { content: ["x"], rewards: [1], idx: 0 };
const rllmEpisode = { episode_id: "t:0", termination_reason: "env_done", trajectories: [], training_step: 3 };

it.each([
  ["logs/train_data_step7.jsonl", { records: [rlRow] }, "nemo-rl", { step: 7, split: "train" }],
  ["logs/val_data_step7.jsonl", { records: [rlRow] }, "nemo-rl", { step: 7, split: "eval" }],
  ["dump.jsonl", { records: [{ ...rlRow, step: 4 }] }, "nemo-rl", { step: 4, hasOwnSteps: true }],
  ["rollouts/12.jsonl", { records: [verlRow] }, "verl", { step: 12, hasOwnSteps: true }],
  ["dump/val/12.jsonl", { records: [verlRow] }, "verl", { step: 12, split: "eval" }],
  ["my_eval/12.jsonl", { records: [verlRow] }, "verl", { step: 12, split: "eval" }],
  ["val_dump/12.jsonl", { records: [{ ...verlRow, step: null }] }, "verl", { step: 12, split: "eval" }],
  ["evals/results.jsonl", { records: [verifiersRow] }, "verifiers", { kind: "rollouts" }],
  ["step_9/train/all/traces.jsonl", { records: [episode] }, "prime-rl", { kind: "episodes", step: 9 }],
  ["step_9/train/effective/traces.jsonl", { records: [episode] }, "prime-rl", { kind: "effective", step: 9 }],
  [
    "traces.jsonl",
    { records: [{ ...episode, run: { work: { step: 2e9 } } }] },
    "prime-rl",
    { step: null, hasOwnSteps: true },
  ],
  ["train_step_12_epoch_0/episode_1.json", { document: rllmEpisode }, "rllm", { step: 12, split: "train" }],
  ["val_step_12_epoch_0/episode_1.json", { document: rllmEpisode }, "rllm", { step: 12, split: "eval" }],
  ["x.json", { document: rllmEpisode }, "rllm", { step: 3 }],
  ["completions_00005.parquet", { columns: ["step", "prompt", "completion", "r"] }, "trl", { step: 5 }],
])("knows %s by what is in it", (path, told, producer, expected) => {
  const { importer, recognition } = recognise(path, told);
  expect(importer?.producer).toBe(producer);
  expect(recognition).toMatchObject({ role: "rows", ...expected });
});

it.each([
  ["train_data_step7.jsonl", [{ loss: 1 }], "data that NeMo-RL logged"],
  ["results.jsonl", [{ reward: 1 }], "results of verifiers"],
  ["traces.jsonl", [{ spans: [] }], "episodes of prime-rl"],
  ["61.jsonl", [{ text: "x" }], "rollouts that verl dumped"],
])("refuses %s with other content, in the words of the producer it is named after", (path, records, expected) => {
  const { importer, recognition } = recognise(path, { records });
  expect(importer).toBeNull();
  expect(recognition).toMatchObject({ role: "refused", expected: expect.stringContaining(expected) });
});

it("reads the metadata of an evaluation, and leaves a summary of episodes out", () => {
  const metadata = { env_id: "primes", model: "m", num_examples: 5, rollouts_per_example: 3, avg_reward: 0.25 };
  expect(recognise("metadata.json", { document: metadata }).recognition).toEqual({
    role: "counts",
    kind: "metadata",
    counts: { expected: 15, reward_mean: 0.25 },
    environment: "primes",
  });
  const summary = { training_step: 3, num_episodes: 1, episode_files: ["a.json"] };
  expect(recognise("batch_summary.json", { document: summary }).recognition).toMatchObject({ role: "unneeded" });
});

it.each(["/data/test_run_3/dump/train/12.jsonl", "val/dump/12.jsonl", "test/12.jsonl", "evaluator/12.jsonl"])(
  "reads no split from folders above a file of verl, nor from a trial's name: %s",
  (path) => {
    expect(recognise(path, { records: [verlRow] }).recognition).not.toHaveProperty("split");
  },
);
