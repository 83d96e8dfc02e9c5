import { expect, test } from "vitest";
import { type DrawnFailure, drawSummaries, planSteps } from "../scenario/drawn-summaries";
import { describeIncident } from "./describe-incident";
import { detectRun } from "./detect-run";
import { fateOf, wordsOfSeries } from "./incident-words";

/** The one incident of a run whose rollouts go wrong in one way from step 61 on. */
function drawIncident(effect: DrawnFailure["effect"]) {
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
  return incident;
}

test.each([
  ["masked", "masked", "of rollouts come back masked as judge_failed"],
  ["failed", "failed", "of rollouts fail as judge_failed"],
  ["degraded", "degraded", "of rollouts are scored, though named judge_failed"],
] as const)("rollouts of a kind that are %s are told as such", (effect, fate, words) => {
  const incident = drawIncident(effect);
  expect(fateOf(incident)).toBe(fate);
  expect(describeIncident(incident)).toContain(words);
});

test("almost all is not written as all, nor something as nothing", () => {
  const incident = drawIncident("masked");
  const { before, during } = incident;
  if (!("rate" in during) || before === null || !("rate" in before)) throw new Error("no rate");
  const words = describeIncident({
    ...incident,
    during: { ...during, rate: 0.998 },
    before: { ...before, rate: 0.0002 },
  });
  expect(words).toMatch(/: 99\.8% of rollouts .*, before 0\.02%$/);
});

test.each([
  ["unknown", "missing rollouts", "of the expected rollouts are missing"],
  ["reward", "reward", "mean reward"],
  ["reward:style", "reward component style", "mean of style"],
  ["kind:a b", "a b", "of rollouts come back as"],
])("%s has a name and a sentence", (series, name, share) => {
  expect(wordsOfSeries(series)).toMatchObject({ name, share });
});
