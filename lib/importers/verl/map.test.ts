import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { normaliseRow } from "@/lib/wire/normalise";
import { parseRecord } from "../source-lines";
import { mapRow } from "./map";

const lines = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

function map(index: number, split?: "eval") {
  const parsed = parseRecord({ number: 1, bytes: new TextEncoder().encode(lines[index]) });
  if ("code" in parsed) throw new Error(parsed.message);
  return mapRow(parsed.record, `step_12/12.jsonl:${index + 1}`, split);
}

it("takes the score as the reward, and keeps everything else", () => {
  expect(map(0)).toEqual({
    rows: [
      {
        id: "step_12/12.jsonl:1",
        step: 12,
        reward: 1,
        payload: { input: "user: What is 3 + 4?", output: "It is 7.", gts: "7", acc: true },
      },
    ],
  });
  expect(map(0, "eval")).toMatchObject({ rows: [{ split: "eval" }] });
});

it.each([
  [1, "scored", null],
  [2, "scored", "output_empty"],
  [3, "unscored", null],
])("leaves row %i %s, with an empty output by the rule %s", (index, outcome, emptiness) => {
  const mapped = map(index);
  const row = "rows" in mapped ? mapped.rows[0] : null;
  const none = { step: null, split: null, segment: null, environment: null };
  expect(normaliseRow(row, "native", none)).toMatchObject({ rollout: { outcome, emptiness, failureKind: null } });
});

it("groups by uid where a version writes it, and refuses what has no score", () => {
  expect(mapRow({ input: "i", output: "o", score: 0, uid: "p-1" }, "f:1", undefined)).toMatchObject({
    rows: [{ group: "p-1" }],
  });
  expect(mapRow({ input: "i", output: "o" }, "f:1", undefined)).toMatchObject({ code: "not_a_rollout" });
});
