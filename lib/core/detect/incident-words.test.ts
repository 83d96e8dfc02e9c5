import { expect, test } from "vitest";
import { type DrawnFailure, drawSummaries, planSteps } from "../scenario/drawn-summaries";
import { describeIncident } from "./describe-incident";
import { detectRun } from "./detect-run";
import { fateOf, wordsOfSeries } from "./incident-words";

/** The one incident of a run whose rollouts go wrong in one way from step 61 on. */
function tell(effect: DrawnFailure["effect"]) {
  const steps = planSteps(1, 80, (step) => ({
    declared: 64,
    parts: [
      {
        environment: "browser",
        rollouts: 64,
        groupSize: 8,
        solvedRate: 0.4,
        failures: [{ kind: "judge_failed", effect, rate: step > 60 ? 0.5 : 0.005 }],
      },
    ],
  }));
  const incident = detectRun(drawSummaries(1, steps)).incidents.find(({ series }) => series === "kind:judge_failed");
  if (incident === undefined) throw new Error("no incident of the kind");
  return { fate: fateOf(incident), words: describeIncident(incident) };
}

test.each([
  ["masked", "masked", "of rollouts come back masked as judge_failed"],
  ["failed", "failed", "of rollouts fail as judge_failed"],
  ["degraded", "degraded", "of rollouts are scored, though named judge_failed"],
] as const)("rollouts of a kind that are %s are told as such", (effect, fate, words) => {
  const told = tell(effect);
  expect(told.fate).toBe(fate);
  expect(told.words).toContain(words);
});

test.each([
  ["unknown", "missing rollouts", "of the expected rollouts are missing"],
  ["reward", "reward", "mean reward"],
  ["reward:style", "reward component style", "mean of style"],
  ["kind:a b", "a b", "of rollouts come back as"],
])("%s has a name and a sentence", (series, name, share) => {
  expect(wordsOfSeries(series)).toMatchObject({ name, share });
});
