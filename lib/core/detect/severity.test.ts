import { expect, test } from "vitest";
import { type DrawnFailure, drawSummaries, planSteps } from "../scenario/drawn-summaries";
import type { Shift } from "./detected-shift";
import { judgeSeverity, takenShare } from "./severity";

function draw(failures: readonly DrawnFailure[]) {
  const part = { environment: null, rollouts: 64, groupSize: 8, solvedRate: 0.5, failures };
  return drawSummaries(
    1,
    planSteps(1, 20, () => ({ parts: [part] })),
  );
}

const facts = {
  environment: null,
  split: "train",
  segment: "first",
  onset: 61,
  onsetRange: [61, 61],
  opened: 61,
  lastStep: 80,
  end: 80,
  state: "ended",
  steps: 20,
  completeSteps: 20,
} as const;

function rise(series: string, before: number, during: number): Shift {
  const toPeriod = (rate: number) => ({ x: 100 * rate, n: 100, rate });
  const evidence = { low: 0.5, threshold: 0.2 };
  return {
    ...facts,
    series,
    before: toPeriod(before),
    during: toPeriod(during),
    excess: 1,
    detector: "level",
    evidence,
  };
}

const lost: DrawnFailure[] = [{ kind: "a", effect: "masked", rate: 0.5 }];
const degraded: DrawnFailure[] = [{ kind: "a", effect: "degraded", rate: 0.5 }];

test.each([
  ["half of a step, and more", rise("masked", 0, 0.5), lost, "critical"],
  ["half of it above the baseline", rise("masked", 0.2, 0.6), lost, "major"],
  ["a tenth", rise("masked", 0, 0.1), lost, "major"],
  ["less", rise("masked", 0, 0.09), lost, "minor"],
  ["degraded ones, however many", rise("kind:a", 0, 0.9), degraded, "minor"],
  ["degraded ones by another name", rise("any_failure", 0, 0.9), degraded, "minor"],
  [
    "those of a kind that are lost too",
    rise("kind:a", 0, 0.9),
    [...degraded.map((one) => ({ ...one, rate: 0.2 })), ...lost],
    "critical",
  ],
  ["truncated ones, which are scored", rise("truncated", 0, 0.9), [], "minor"],
  ["attempts that were tried again", rise("lost_attempts", 0, 0.9), [], "minor"],
  ["zeros, as far as they are more", rise("zero_rewards", 0.85, 1), [], "major"],
] as const)("%s", (_, shift, failures, severity) => {
  const during = draw(failures);
  expect(judgeSeverity(shift, takenShare(shift, [], during))).toBe(severity);
});

test.each([
  ["half of the mean", 0.4, 0.2, "major"],
  ["less of it", 0.4, 0.3, "minor"],
  ["about zero: half a deviation", 0, -0.2, "major"],
  ["about zero: less", 0, -0.1, "minor"],
])("a mean that lost %s", (_, before, during, severity) => {
  const shift: Shift = {
    ...facts,
    series: "reward",
    detector: "reward",
    // 400 groups with a standard deviation of 0.4.
    before: { n: 400, mean: before, se: 0.02 },
    during: { n: 100, mean: during, se: 0.04 },
    evidence: { score: 12, threshold: 11.5, scatter: 1, leastDrop: 0.1 },
  };
  expect(takenShare(shift, [], [])).toBe(0);
  expect(judgeSeverity(shift, 0)).toBe(severity);
});
