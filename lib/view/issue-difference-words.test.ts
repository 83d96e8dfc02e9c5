import { expect, test } from "vitest";
import { type ComparedRollout, describeDifference } from "@/lib/core/difference/describe-difference";
import type { IssueDifference } from "@/lib/core/issues/issue-difference";
import { sayCompared, sayDifference, separatingLabel, toCauseRows, toSymptomRows } from "./issue-difference-words";

function rollouts(count: number, pool: string, turns: number): ComparedRollout[] {
  return Array.from({ length: count }, (_, key) => ({
    key,
    environment: null,
    policyStep: null,
    labels: [["pool", pool]],
    turns,
    inputTokens: null,
    outputTokens: null,
    truncated: null,
    sessionId: null,
    startedAt: null,
    finishedAt: null,
    durationMs: null,
  }));
}

function compare(
  failing: ComparedRollout[],
  others: ComparedRollout[],
  about: Partial<IssueDifference> = {},
): IssueDifference {
  const range = { from: 61, to: 80 };
  const told = { run: "a", range, baseline: "range", against: range, isWhole: true } as const;
  return { ...describeDifference(failing, others), ...told, ...about };
}

const write = (found: IssueDifference) =>
  sayDifference(found)
    .map(({ text }) => text)
    .join("");
const separated = compare(rollouts(40, "b", 0), [...rollouts(10, "b", 6), ...rollouts(10, "a", 6)]);

test("says the cause first, with both shares", () => {
  expect(write(separated)).toBe("100% of them have pool b, against 50% of the others there.");
  expect(sayCompared(separated)).toBe("40 rollouts in steps 61 to 80, held against 20 others of the same steps");
  expect(toCauseRows(separated)).toMatchObject([
    { attribute: "pool", value: "b", failing: "100% (40 of 40)", others: "50% (10 of 20)", separates: true },
  ]);
});

test("a label that sets them apart is one to filter by; where nothing does, there is none", () => {
  expect(separatingLabel(separated)).toEqual(["pool", "b"]);
  expect(separatingLabel(compare(rollouts(40, "b", 0), rollouts(40, "b", 0)))).toBeNull();
});

test("keeps what came of it apart", () => {
  expect(toSymptomRows(separated)).toEqual([
    {
      key: "turns",
      attribute: "turns",
      value: null,
      failing: "median 0 of 40",
      others: "median 6 of 20",
      test: "Kolmogorov-Smirnov, D = 1, p < 0.0001",
      separates: true,
    },
  ]);
});

test("that nothing separates them is an answer, and so is that there are too few", () => {
  const before = { baseline: "before", against: { from: 41, to: 60 } } as const;
  const alike = compare(rollouts(40, "b", 6), rollouts(40, "b", 6), before);
  expect(write(alike)).toBe(
    "No attribute separates them from those of the steps before: none that was fixed before they ran.",
  );
  expect(sayCompared(alike)).toBe("40 rollouts in steps 61 to 80, held against 40 others of steps 41 to 60");
  expect(write(compare(rollouts(1, "b", 0), []))).toBe(
    "Too few to compare: 1 rollout of it against 0 of the others there.",
  );
  expect(write(compare([], [], { range: null }))).toBe("It was not seen in this run's train steps.");
});
