import { expect, test } from "vitest";
import { toGroupCells } from "./group-cells";
import { sampleRollout } from "./sample-rollout";

const evidence = { outcome: "scored", maskSources: [], failureKind: null } as const;

test("a group shows each of its rollouts, and both of its means", () => {
  const { cells, counts, means } = toGroupCells(
    2,
    [
      sampleRollout({ key: 1, sample: 0, ...evidence, reward: 1 }),
      sampleRollout({ key: 2, sample: 1, ...evidence, reward: 0 }),
      sampleRollout({ key: 3, sample: 2, reward: 0 }),
      sampleRollout({ key: 4, sample: 3, outcome: "failed", reward: 0, failureKind: "judge_failed" }),
    ],
    0,
  );
  expect(cells.map(({ appearance, label, isThis }) => [appearance, label, isThis])).toEqual([
    ["solved", "Sample 0: scored 1", false],
    ["zero", "Sample 1: scored 0", true],
    ["masked", "Sample 2: masked as session_lost", false],
    ["no_result", "Sample 3: failed as judge_failed", false],
  ]);
  expect(counts).toBe("2 scored, 1 masked, 1 failed");
  // (1 + 0) / 2, and (1 + 0 + 0) / 3: a failed rollout's placeholder votes in neither.
  expect(means).toBe("mean reward on evidence 0.5 (n 2), as scored 0.3333 (n 3)");
});

test("a group that is all lost has no evidence, and one without rewards no means", () => {
  expect(toGroupCells(1, [sampleRollout({})], 0).means).toBe("no evidence; mean reward as scored 0 (n 1)");
  expect(toGroupCells(1, [sampleRollout({ outcome: "failed" })], 0).means).toBeNull();
});
