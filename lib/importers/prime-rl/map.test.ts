import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { contextOf, StepKnowledge } from "../file-context";
import type { JsonRecord } from "../importer";
import { recogniseFile } from "../registry";
import { mapEpisode } from "./map";

const records = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((text): JsonRecord => JSON.parse(text));
const [solved = {}, lost = {}, empty = {}] = records;

function rowOf(record: JsonRecord) {
  const mapped = mapEpisode(record, null);
  return "rows" in mapped ? mapped.rows[0] : mapped;
}

it("sums the named rewards of a trace, and keeps them as components", () => {
  expect(rowOf(solved)).toMatchObject({
    id: "ep-1",
    split: "train",
    step: 9,
    environment: "sums",
    group: "g-3",
    reward: 1.25,
    reward_components: { correct: 1, format: 0.25 },
    failure_kind: null,
    policy_step: [7, 8],
  });
});

it("says that an episode that is not ok failed, by the trace's error or its own", () => {
  expect(rowOf(lost)).toMatchObject({ outcome: "failed", failure_kind: "SandboxError", failure_reason: "no host" });
  expect(rowOf(empty)).toMatchObject({ split: "eval", outcome: "failed", failure_kind: "EmptyEpisode", reward: null });
});

it("takes the mean of several trainable traces, and leaves the others out", () => {
  const trace = (reward: number, trainable: boolean) => ({ rewards: { r: reward }, agent: { trainable } });
  const several = { ...solved, traces: [trace(1, true), trace(0.5, true), trace(9, false)] };
  expect(rowOf(several)).toMatchObject({ reward: 0.75 });
  expect(rowOf(several)).not.toHaveProperty("reward_components");
});

it.each([
  ["all/traces.jsonl", null, undefined],
  ["all/traces.jsonl", new Set(["ep-1"]), "trained"],
  ["all/traces.jsonl", new Set(["ep-2"]), "filtered"],
  ["effective/traces.jsonl", null, "trained"],
])("of %s beside %o, says that an episode was %s", (path, chosen, disposition) => {
  const sample = { name: "traces.jsonl", path, records, isWhole: true, document: undefined, columns: null };
  const { recognition } = recogniseFile(sample);
  if (recognition.role !== "rows") throw new Error(recognition.role);
  const context = { ...contextOf({ stem: "rollouts", folder: "" }, new StepKnowledge(), {}), chosen };
  const mapped = recognition.startReading(context).map(solved, "f:1");
  expect("rows" in mapped && mapped.rows[0]?.disposition).toBe(disposition);
});

it("names what is wrong with an episode", () => {
  expect(mapEpisode({ ...solved, ok: "yes" }, null)).toMatchObject({
    code: "not_an_episode",
    message: "no episode of prime-rl: ok is not as expected",
  });
});
