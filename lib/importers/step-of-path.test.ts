import { expect, it } from "vitest";
import { readStepOfPath } from "./step-of-path";

it.each([
  ["/runs/a/step_61/rollouts.jsonl", 61, "step_61", "rollouts.jsonl"],
  ["/runs/a/step-61/rank_0/rollouts.jsonl", 61, "step-61", "rank_0/rollouts.jsonl"],
  ["/runs/global_step7/rollouts.jsonl", 7, "global_step7", "rollouts.jsonl"],
  ["/runs/step_1/step_2/rollouts.jsonl", 2, "step_2", "rollouts.jsonl"],
  ["C:\\runs\\Step_3\\rollouts.jsonl", 3, "Step_3", "rollouts.jsonl"],
  ["/runs/rollouts_step61_failures.jsonl", 61, null, "rollouts_step61_failures.jsonl"],
  ["/runs/step_5/rollouts.step_6.jsonl", 6, null, "rollouts.step_6.jsonl"],
  ["/runs/step-61-repro/rollouts.jsonl", null, null, null],
  ["/runs/step_1764460800/rollouts.jsonl", null, null, null],
  ["/runs/step_7/rollouts_step_1764460800.jsonl", 7, "step_7", "rollouts_step_1764460800.jsonl"],
  ["/runs/step_1000000000/rollouts.jsonl", 1_000_000_000, "step_1000000000", "rollouts.jsonl"],
  ["/runs/steps/footstep_4.jsonl", null, null, null],
  ["rollouts.jsonl", null, null, null],
])("reads %s", (path, step, folder, below) => {
  expect(readStepOfPath(path)).toEqual({ step, folder, below });
});
