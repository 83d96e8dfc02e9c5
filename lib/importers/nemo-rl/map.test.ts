import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { contextOf, StepKnowledge } from "../file-context";
import type { JsonRecord } from "../importer";
import { parseRecord } from "../source-lines";
import { inferGenerations, startReading } from "./map";

const context = contextOf({ stem: "rollouts", folder: "" }, new StepKnowledge(), {});
const records = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((text, index): JsonRecord => {
    const parsed = parseRecord({ number: index + 1, bytes: new TextEncoder().encode(text) });
    if ("code" in parsed) throw new Error(parsed.message);
    return parsed.record;
  });

function mapAll(generationsPerPrompt: number | null, split: "train" | "eval" | undefined = "train") {
  const reader = startReading({ ...context, generationsPerPrompt }, split, null);
  const rows = records.map((record, index) => reader.map(record, `f:${index + 1}`));
  return { rows, note: reader.note() };
}

it("takes values out of their lists, and the reward that belongs to the content", () => {
  const { rows, note } = mapAll(2);
  expect(rows[0]).toEqual({
    rows: [
      {
        id: "f:1",
        split: "train",
        environment: "adder",
        group: "0",
        reward: 0.5,
        disposition: "trained",
        advantage: 0.25,
        output_tokens: 2,
        payload: { content: "Add 2 and 2. It is 4.", idx: 0, total_length: 6 },
      },
    ],
  });
  expect(rows[1]).toMatchObject({ rows: [{ reward: 0, disposition: "loss_masked", advantage: 0, group: "0" }] });
  expect(note).toBe(
    "survivors of dynamic sampling only: what was filtered out is not in the file; groups of 2 by idx, as you said",
  );
});

it("reads the newer form, with its step and the environment's own words", () => {
  expect(mapAll(2).rows[2]).toMatchObject({
    rows: [
      {
        step: 5,
        group: "1",
        reward: 0,
        environment: "adder",
        mask_sample: true,
        failure_kind: "session_lost",
        output_tokens: 0,
        payload: { content: "Add 3 and 3.", sample_id: "s-2" },
      },
    ],
  });
});

it("makes no groups where nobody says how many rollouts share a prompt", () => {
  const { rows, note } = mapAll(null);
  for (const mapped of rows) expect("rows" in mapped && mapped.rows[0]?.group).toBeUndefined();
  expect(note).toContain("--generations-per-prompt N");
});

function rowsOf(prompts: readonly number[], first = 0): JsonRecord[] {
  return prompts.map((prompt, index) => ({ idx: first + index, token_ids: [[prompt, 5]], token_loss_mask: [[0, 1]] }));
}

it.each([
  ["two whole prompts of two", rowsOf([1, 1, 2, 2]), true, 2],
  ["two whole ones and a third that goes on", rowsOf([1, 1, 2, 2, 3]), false, 2],
  ["a second one that may go on", rowsOf([1, 1, 2, 2]), false, null],
  ["one prompt alone", rowsOf([1, 1, 1, 1]), true, null],
  ["uneven prompts", rowsOf([1, 1, 2, 2, 2]), true, null],
  ["a prompt once each", rowsOf([1, 2, 3]), true, null],
  ["rows whose index begins elsewhere", rowsOf([1, 1, 2, 2], 1), true, null],
  ["rows without tokens", [{ idx: 0 }, { idx: 1 }], true, null],
])("infers from %s", (_, rows, isWhole, expected) => {
  expect(inferGenerations(rows, isWhole)).toBe(expected);
});

it("refuses a row without a reward", () => {
  expect(startReading(context, undefined, null).map({ content: ["x"], idx: 0 }, "f:1")).toMatchObject({
    code: "not_a_rollout",
  });
});
