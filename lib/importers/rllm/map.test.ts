import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { JsonRecord } from "../importer";
import { mapEpisode } from "./map";

const episode: JsonRecord = JSON.parse(readFileSync(new URL("sample.json", import.meta.url), "utf8"));
const place = { split: "train", step: 12, folder: "train_step_12_epoch_0", above: "" } as const;
const alone = { ...episode, trajectories: [{ name: "solver", reward: 0, num_steps: 3 }] };

function rowsOf(record: JsonRecord) {
  const mapped = mapEpisode(record, "f:1", place);
  return "rows" in mapped ? mapped.rows : mapped;
}

it("makes a row of each trajectory, compared with those of its name", () => {
  const common = { step: 12, split: "train", session_id: "s-9", truncated: false, failure_kind: null };
  expect(rowsOf(episode)).toMatchObject([
    { ...common, id: "train_step_12_epoch_0/task-4:2:0", group: "task-4/solver", reward: 1, turns: 3 },
    { ...common, id: "train_step_12_epoch_0/task-4:2:1", group: "task-4/judge", reward: 0.5, turns: 1 },
  ]);
});

it.each([
  ["env_done", undefined, null, false],
  ["max_turns_exceeded", undefined, null, true],
  ["timeout", "failed", "timeout", false],
  ["error", "failed", "error", false],
])("reads an end by %s", (reason, outcome, kind, truncated) => {
  const [row] = [rowsOf({ ...alone, termination_reason: reason })].flat();
  expect(row).toMatchObject({ id: "train_step_12_epoch_0/task-4:2", group: "task-4", failure_kind: kind, truncated });
  expect(row && "outcome" in row ? row.outcome : undefined).toBe(outcome);
});

it("keeps an episode without a trajectory as one that failed", () => {
  expect(rowsOf({ ...episode, trajectories: [] })).toMatchObject([{ outcome: "failed", group: "task-4" }]);
});

it("takes the step of the document where the folder says none, and the file's line as a name of last resort", () => {
  const nowhere = { split: undefined, step: null, folder: "", above: "" };
  expect(mapEpisode({ ...alone, episode_id: null }, "f:1", nowhere)).toMatchObject({
    rows: [{ id: "f:1", step: 12, group: "0a1b2c3d" }],
  });
});

it("names what is wrong with an episode", () => {
  expect(mapEpisode({ ...episode, trajectories: [1] }, "f:1", place)).toMatchObject({
    message: "no episode of rLLM: trajectories.0 is not as expected",
  });
});
