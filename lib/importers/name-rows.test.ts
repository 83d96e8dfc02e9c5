import { expect, it } from "vitest";
import { nameInSplit, nameRows } from "./name-rows";
import { readStepOfPath } from "./step-of-path";

it.each([
  // The step's folder below what is imported, and above it.
  ["/x/runs/step_1/a.jsonl", "step_1/a.jsonl", null, null, "step_1/a.jsonl", ""],
  ["/x/runs/step_1/a.jsonl", "a.jsonl", null, null, "step_1/a.jsonl", ""],
  ["/x/runs/env_a/step_1/a.jsonl", "env_a/step_1/a.jsonl", null, null, "env_a/step_1/a.jsonl", "env_a"],
  ["/x/runs/step_1/rank_0/a.jsonl", "rank_0/a.jsonl", null, null, "step_1/rank_0/a.jsonl", "rank_0"],
  ["/x/runs/step_1/rank_0/a.jsonl", "a.jsonl", null, null, "step_1/rank_0/a.jsonl", "rank_0"],
  ["/x/b/step_1/c/a.jsonl", "b/step_1/c/a.jsonl", null, null, "b/step_1/c/a.jsonl", "b/c"],
  // A step in the name, in the file, and told.
  ["/x/exp_1/r_step_2.jsonl", "exp_1/r_step_2.jsonl", null, null, "step_2/exp_1/r_step_2.jsonl", "exp_1"],
  ["/x/dump/val/3.jsonl", "val/3.jsonl", 3, null, "step_3/val/3.jsonl", "val"],
  ["/x/step_9/a.jsonl", "a.jsonl", null, 4, "step_4/a.jsonl", ""],
  // None, and packed.
  ["/x/env_a/a.jsonl", "env_a/a.jsonl", null, null, "env_a/a.jsonl", "env_a"],
  ["/x/step_1/a.jsonl", "step_1/a.jsonl.gz", null, null, "step_1/a.jsonl", ""],
])("names the rows of %s, imported as %s", (path, shown, told, asked, sourceName, folder) => {
  expect(nameRows(shown, told, asked, readStepOfPath(path))).toEqual({ sourceName, folder });
});

it("tells the splits of one name apart", () => {
  expect(nameInSplit("step_1/1.jsonl", "train")).toBe("step_1/1.jsonl");
  expect(nameInSplit("step_1/1.jsonl", undefined)).toBe("step_1/1.jsonl");
  expect(nameInSplit("step_1/1.jsonl", "eval")).toBe("eval:step_1/1.jsonl");
});

it("keeps long names that end alike apart", () => {
  const end = "x".repeat(900);
  const [a, b] = [nameInSplit(`a/${end}`, "train"), nameInSplit(`b/${end}`, "train")];
  expect(a).not.toBe(b);
  expect([a.length, b.length]).toEqual([900, 900]);
});
