import { describe, expect, test } from "vitest";
import { normaliseRow } from "@/lib/wire/normalise";
import { detectRun } from "../detect/detect-run";
import { noFacts, RunDetector } from "../detect/run-detector";
import { type StepSummary, type SummarisedRollout, summariseStep } from "../step-summary";
import { fixedClock, type ScenarioRow, type ScenarioStep } from "./scenario";
import { reconstructStep61 } from "./step-61";

const facts = {
  ...noFacts,
  checkpoints: [20, 40, 60, 80].map((step) => ({ segment: "first", step, name: `ckpt-${step}` })),
};

function toRollout(row: ScenarioRow, says: "everything" | "rewards"): SummarisedRollout {
  const { environment, step, group, sample, reward } = row;
  const sent = says === "everything" ? row : { environment, step, group, sample, reward };
  const judged = normaliseRow(sent, "native", { step: null, split: null, segment: null, environment: null });
  if ("rejection" in judged) throw new Error(judged.rejection.message);
  return { ...judged.rollout, seenAt: 0, attempts: 1, lostAttempts: 0 };
}

function summarise(rollouts: readonly SummarisedRollout[], step: number, complete: boolean): StepSummary[] {
  const about = { split: "train", step, segment: "first", complete, declaredFinishedAt: null } as const;
  const scoring = { onFailed: null, failureReward: 0 };
  return [
    summariseStep(rollouts, { ...about, environment: null, declared: 64, scoring }),
    summariseStep(rollouts, { ...about, environment: "browser_agent", declared: null, scoring }),
  ];
}

function play(failureFields: boolean, says: "everything" | "rewards" = "everything") {
  const steps: ScenarioStep[] = [...reconstructStep61({ failureFields }).stepsOf(fixedClock)];
  return steps.map(({ step, rows }) => ({ step, rollouts: rows.map(({ row }) => toRollout(row, says)) }));
}

/** Detection after each step, then after each rollout of step 61, as they arrive. */
function follow(steps: ReturnType<typeof play>, headline: string) {
  const detector = new RunDetector(facts);
  let needed: number | null = null;
  let opened: number | null = null;
  for (const { step, rollouts } of steps) {
    for (let arrived = 1; step === 61 && needed === null && arrived < rollouts.length; arrived++) {
      detector.put(summarise(rollouts.slice(0, arrived), step, false));
      if (detector.read().incidents.some(({ series, onset }) => series === headline && onset === 61)) needed = arrived;
    }
    detector.put(summarise(rollouts, step, true));
    if (opened === null && detector.read().incidents.some(({ series }) => series === headline)) opened = step;
  }
  return { needed, opened, detection: detector.read() };
}

describe("the incident, with failure fields", () => {
  const steps = play(true);
  const { needed, opened, detection } = follow(steps, "kind:session_lost");
  const [incident] = detection.incidents;

  test("is raised at its true onset, before half of step 61 has arrived", () => {
    expect(needed).toBeLessThan(20);
    expect(opened).toBe(61);
    expect(detection.incidents).toHaveLength(1);
    expect(incident).toMatchObject({ onset: 61, onsetRange: [61, 61], end: null, state: "open", environment: null });
  });

  test("says what it is, what it was before, and where else it shows", () => {
    expect(incident).toMatchObject({ series: "kind:session_lost", severity: "critical", completeSteps: 20 });
    expect(incident?.during).toEqual({ x: 1_172, n: 1_280, rate: 1_172 / 1_280 });
    expect(incident?.before).toMatchObject({ n: 3_200 });
    expect(incident?.excess).toBeGreaterThan(1_160);
    expect(incident?.also.slice().sort()).toEqual(["any_failure", "masked", "reward"]);
  });

  test("says what is left, and that the few that came through did worse, and may not be like the rest", () => {
    expect(incident?.evidenceLeft.rollouts).toBe(108);
    expect(incident?.reward).toMatchObject({ cause: "policy_or_verifier", survivorsOnly: true });
    const terms = incident?.reward.attribution;
    const points = [terms?.change, terms?.lost, terms?.survivors].map((term) => Number(((term ?? 0) * 100).toFixed(1)));
    // Against the last 50 steps before; against all 60 it is 15.1 points, 14.1 of them lost rollouts.
    expect(points).toEqual([-15.4, -14.5, -0.9]);
    expect(incident?.groups).toMatchObject({ n: 160, touched: 160 });
    expect(incident?.precursors).toEqual([
      { kind: "session_lost", count: 12, degraded: 0, steps: 9, firstStep: 9, lastStep: 55 },
    ]);
  });

  test("stops the run, and names the last clean checkpoint", () => {
    expect(detection.verdict).toMatchObject({ verdict: "stop", lastCleanCheckpoint: { name: "ckpt-60" } });
    expect(detection.verdict.reason).toBe(
      "Critical since step 61: 92% of rollouts come back masked as session_lost, before 0.3%. Pause. Last clean checkpoint: ckpt-60 (step 60).",
    );
    const before = detectRun(
      steps.slice(0, 60).flatMap(({ step, rollouts }) => summarise(rollouts, step, true)),
      facts,
    );
    expect(before.verdict).toMatchObject({ verdict: "ok", reason: "Healthy through step 60." });
  });
});

test("without failure fields it is as soon suspected, because nothing was generated", () => {
  const { needed, opened, detection } = follow(play(false), "suspected_false_zeros");
  expect(needed).toBeLessThan(20);
  expect(opened).toBe(61);
  expect(detection.incidents).toHaveLength(1);
  expect(detection.incidents[0]).toMatchObject({ series: "suspected_false_zeros", onset: 61, severity: "critical" });
  expect(detection.verdict).toMatchObject({ verdict: "stop", lastCleanCheckpoint: { name: "ckpt-60" } });
});

test("with rewards alone it is known within 5 steps, and before that the run is never called healthy", () => {
  const steps = play(false, "rewards");
  const { opened, detection } = follow(steps, "zero_rewards");
  expect(opened).toBeLessThanOrEqual(66);
  expect(detection.incidents).toHaveLength(1);
  expect(detection.incidents[0]).toMatchObject({ series: "zero_rewards", onset: 61, also: ["reward"] });
  const before = detectRun(
    steps.slice(0, 60).flatMap(({ step, rollouts }) => summarise(rollouts, step, true)),
    facts,
  );
  expect(before.verdict.verdict).toBe("blind");
  expect(before.verdict.reason).toContain("watching zeros only");
});
