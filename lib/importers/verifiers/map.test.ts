import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { contextOf, StepKnowledge } from "../file-context";
import type { JsonRecord } from "../importer";
import { startReading } from "./map";

const alone = contextOf({ stem: "rollouts", folder: "" }, new StepKnowledge(), {});
const context = { ...alone, environment: "primes" };
const records = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((text): JsonRecord => JSON.parse(text));

function mapAll() {
  const reader = startReading(context, null);
  return records.map((record, index) => {
    const mapped = reader.map(record, `f:${index + 1}`);
    return "rows" in mapped ? mapped.rows[0] : mapped;
  });
}

it("numbers the rollouts of an example by their order", () => {
  expect(mapAll().map((row) => (row && "group" in row ? [row.group, row.sample] : row))).toEqual([
    ["4", 0],
    ["5", 0],
    ["4", 1],
    ["5", 1],
  ]);
});

it("takes reward, components, time and environment", () => {
  expect(mapAll()[0]).toMatchObject({
    environment: "primes",
    reward: 1,
    reward_components: { prime_reward: 1 },
    failure_kind: null,
    duration_ms: 84.5,
    truncated: false,
    payload: { completion: [{ role: "assistant", content: "7" }] },
  });
  expect(mapAll()[3]).toMatchObject({ reward_components: { correct_reward_func: 1 }, duration_ms: 12 });
});

it.each([
  [2, "SandboxError", "the sandbox is gone"],
  [3, "InfraError", "InfraError('no host')"],
])("says that row %i failed, by the error's class as it was given", (index, kind, reason) => {
  expect(mapAll()[index]).toMatchObject({ outcome: "failed", failure_kind: kind, failure_reason: reason });
});

it("leaves a wrong answer scored, and refuses what has no completion", () => {
  expect(mapAll()[1]).not.toHaveProperty("outcome");
  expect(startReading(context, null).map({ example_id: 1, reward: 0, prompt: "p" }, "f:1")).toMatchObject({
    code: "not_a_rollout",
  });
});

it("names rows by their lines where the environment is not known, so that no other evaluation replaces them", () => {
  const map = (inPath: string | null) => {
    const mapped = startReading(alone, inPath).map(records[0] ?? {}, "f:1");
    return "rows" in mapped ? mapped.rows[0] : mapped;
  };
  expect(map(null)).toMatchObject({ id: "f:1", group: "4" });
  expect(map(null)).not.toHaveProperty("sample");
  expect(map("primes")).toMatchObject({ environment: "primes", group: "4", sample: 0 });
});

it("names a row without an example by its line", () => {
  const mapped = startReading(context, null).map({ prompt: "p", completion: "c", reward: 1 }, "f:9");
  expect(mapped).toMatchObject({ rows: [{ id: "f:9" }] });
});
