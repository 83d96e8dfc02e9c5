import { describe, expect, test } from "vitest";
import { detectRun } from "../detect/detect-run";
import { type Detection, noFacts } from "../detect/run-detector";
import type { StepSummary } from "../step-summary";
import { type DrawnFailure, type DrawnPart, type DrawnStep, drawSummaries, planSteps } from "./drawn-summaries";
import { indices } from "./random";

const part: DrawnPart = { environment: "browser", rollouts: 64, groupSize: 8, solvedRate: 0.4 };

function masked(rate: number): DrawnFailure[] {
  return [{ kind: "session_lost", effect: "masked", rate }];
}

/** One environment of 64 rollouts a step, unlike itself in some steps. */
function plan(to: number, ill: (step: number) => Partial<DrawnPart>): DrawnStep[] {
  return planSteps(1, to, (step) => ({ declared: 64, parts: [{ ...part, failures: masked(0.005), ...ill(step) }] }));
}

function between<Value>(from: number, to: number, value: Value) {
  return (step: number) => (step >= from && step <= to ? value : {});
}

function tell({ incidents }: Detection) {
  return incidents.map(({ series, environment, onset, end, severity }) => [series, environment, onset, end, severity]);
}

describe("what comes and goes", () => {
  test.each([1, 2, 3])("steps that alternate between 90% and 1% are one incident (seed %i)", (seed) => {
    const steps = plan(100, (step) =>
      step >= 61 && step <= 80 ? { failures: masked(step % 2 === 1 ? 0.9 : 0.01) } : {},
    );
    expect(tell(detectRun(drawSummaries(seed, steps)))).toEqual([["kind:session_lost", null, 61, 79, "major"]]);
  });

  test("a slow onset is found while it is small, and is not learned", () => {
    const steps = plan(120, (step) => (step > 60 ? { failures: masked(0.005 * (step - 59)) } : {}));
    const [incident] = detectRun(drawSummaries(1, steps)).incidents;
    expect(incident).toMatchObject({ series: "kind:session_lost", end: null });
    expect(incident?.opened).toBeLessThan(85);
    expect(incident?.onset).toBeGreaterThan(60);
    expect(incident?.before).toMatchObject({ n: 3_200 });
  });

  test("a step whose failures return first raises nothing at a true 5%", () => {
    const steps = plan(61, () => ({ failures: masked(0.05) }));
    const before = drawSummaries(1, steps.slice(0, 60));
    const raised = indices(30).flatMap((seed) =>
      [1, 3, 5, 8, 16, 40, 63].filter((arrived) => {
        const filling = steps.slice(60).map((step) => ({ ...step, arrived }));
        return detectRun([...before, ...drawSummaries(seed + 2, filling)]).incidents.length > 0;
      }),
    );
    expect(raised).toEqual([]);
  });
});

describe("what is no failure", () => {
  test("all answers wrong, with real text: nothing is raised, and the run is well", () => {
    const detection = detectRun(
      drawSummaries(
        1,
        plan(120, () => ({ solvedRate: 0, failures: [] })),
      ),
    );
    expect(detection.incidents).toEqual([]);
    expect(detection.verdict.verdict).toBe("ok");
  });

  test("a policy that learns", () => {
    const steps = plan(150, (step) => ({ solvedRate: 0.05 + 0.005 * step, failures: [] }));
    expect(detectRun(drawSummaries(1, steps)).shifts).toEqual([]);
  });

  test("validation rows, however bad; a block of them outside any step is bad from the start, and stops nothing", () => {
    const train = drawSummaries(
      1,
      plan(60, () => ({})),
    );
    const evalSteps = drawSummaries(
      2,
      planSteps(10, 60, () => ({ split: "eval" as const, parts: [{ ...part, failures: masked(0.9) }] })),
    );
    const without = detectRun(train);
    expect(detectRun([...train, ...evalSteps])).toEqual(without);
    expect(without.incidents).toEqual([]);

    const block = drawSummaries(3, [{ step: null, split: "eval", parts: [{ ...part, failures: masked(0.9) }] }]);
    const { incidents, verdict } = detectRun([...train, ...block]);
    expect(incidents).toMatchObject([{ series: "kind:session_lost", split: "eval", detector: "level", onset: null }]);
    expect(verdict.verdict).toBe("watch");
    expect(detectRun(block).verdict.verdict).toBe("stop");
  });

  test("a curriculum that gives a failing, harder environment more of the rollouts", () => {
    const steps = planSteps(1, 120, (step): Omit<DrawnStep, "step"> => {
      const browser = step <= 60 ? 12 : 48;
      return {
        declared: 64,
        parts: [
          { ...part, rollouts: browser, groupSize: 4, solvedRate: 0.2, failures: masked(0.12) },
          { ...part, environment: "math", rollouts: 64 - browser, groupSize: 4, solvedRate: 0.8 },
        ],
      };
    });
    const summaries = drawSummaries(1, steps);
    const rate = (from: number, to: number) => {
      const wholes = summaries.filter(({ environment, step }) => environment === null && (step ?? 0) >= from);
      return wholes.slice(0, to - from + 1).reduce((sum, { maskFlagged }) => sum + maskFlagged, 0) / (64 * 60);
    };
    expect(rate(1, 60)).toBeLessThan(0.035);
    expect(rate(61, 120)).toBeGreaterThan(0.07);
    // The reward fell by the mix alone, which is said, and is no incident.
    const untold = detectRun(summaries);
    expect(untold.incidents).toEqual([]);
    expect(untold.shifts).toMatchObject([{ series: "reward", environment: null, onset: 61 }]);
    // Told of, it is not even a shift.
    expect(detectRun(summaries, { ...noFacts, curricula: [61] }).shifts).toEqual([]);
  });
});

describe("where it is", () => {
  test("one environment of two carries it", () => {
    const steps = planSteps(
      1,
      80,
      (step): Omit<DrawnStep, "step"> => ({
        parts: [
          { ...part, rollouts: 32, failures: step > 60 ? masked(0.9) : masked(0.005) },
          { ...part, environment: "math", rollouts: 32 },
        ],
      }),
    );
    expect(tell(detectRun(drawSummaries(1, steps)))).toEqual([["kind:session_lost", "browser", 61, null, "critical"]]);
  });

  test("both of two: it is the run's", () => {
    const steps = planSteps(
      1,
      80,
      (step): Omit<DrawnStep, "step"> => ({
        parts: ["browser", "math"].map((environment) => {
          return { ...part, environment, rollouts: 32, failures: step > 60 ? masked(0.9) : masked(0.005) };
        }),
      }),
    );
    expect(tell(detectRun(drawSummaries(1, steps)))).toEqual([["kind:session_lost", null, 61, null, "critical"]]);
  });

  test("several kinds, none of which is half of it: any failure", () => {
    const failures = ["a", "b", "c"].map((kind): DrawnFailure => ({ kind, effect: "masked", rate: 0.3 }));
    const [incident] = detectRun(drawSummaries(1, plan(80, between(61, 80, { failures })))).incidents;
    expect(incident).toMatchObject({ series: "any_failure", onset: 61, severity: "critical" });
    expect(incident?.also).toEqual(expect.arrayContaining(["kind:a", "kind:b", "kind:c", "masked"]));
  });
});

describe("what is lost, and what is not", () => {
  test("degraded rollouts are still scored: minor at most", () => {
    const failures: DrawnFailure[] = [{ kind: "judge_unparseable", effect: "degraded", rate: 0.8 }];
    const detection = detectRun(drawSummaries(1, plan(80, between(61, 80, { failures }))));
    expect(tell(detection)).toEqual([["kind:judge_unparseable", null, 61, null, "minor"]]);
    expect(detection.verdict.verdict).toBe("watch");
  });

  test("retries that hide a storm: every reward is there, and the lost attempts are told", () => {
    const detection = detectRun(drawSummaries(1, plan(80, between(61, 80, { retriedRate: 0.7 }))));
    expect(tell(detection)).toEqual([["lost_attempts", null, 61, null, "minor"]]);
  });

  test("what was expected and never came", () => {
    const steps = plan(80, between(61, 80, { rollouts: 24 }));
    expect(tell(detectRun(drawSummaries(1, steps)))).toEqual([["unknown", null, 61, null, "critical"]]);
  });

  test("no result at all, without a word of why", () => {
    const failures: DrawnFailure[] = [{ kind: null, effect: "unscored", rate: 0.5 }];
    expect(tell(detectRun(drawSummaries(1, plan(80, between(61, 80, { failures })))))).toEqual([
      ["no_result", null, 61, null, expect.stringMatching("major|critical")],
    ]);
  });

  test("dynamic sampling hides groups that are all lost: the trainer's mean stays, and it is raised all the same", () => {
    const failures = masked(0.9);
    const summaries = drawSummaries(
      1,
      plan(80, (step) => ({ dynamicSampling: true, ...(step > 60 ? { failures } : {}) })),
    );
    const wholes = summaries.filter(({ environment }) => environment === null);
    const trained = (steps: readonly StepSummary[]) => {
      const means = steps.flatMap(({ reward }) => reward.trained.mean ?? []);
      return means.reduce((sum, mean) => sum + mean, 0) / means.length;
    };
    expect(
      wholes.slice(60).reduce((sum, { dispositions }) => sum + (dispositions["filtered"] ?? 0), 0),
    ).toBeGreaterThan(600);
    expect(trained(wholes.slice(60))).toBeGreaterThan(0.1);
    expect(tell(detectRun(summaries))).toEqual([["kind:session_lost", null, 61, null, "critical"]]);
  });

  test("failures took the reward, and the policy is as it was", () => {
    const [incident] = detectRun(drawSummaries(1, plan(80, between(61, 80, { failures: masked(0.6) })))).incidents;
    expect(incident?.reward).toMatchObject({ cause: "failures", survivorsOnly: true });
    const silent: DrawnFailure[] = [{ kind: null, effect: "silent", rate: 0.6 }];
    const [suspected] = detectRun(drawSummaries(1, plan(80, between(61, 80, { failures: silent })))).incidents;
    expect(suspected?.series).toBe("suspected_false_zeros");
    expect(suspected?.reward).toMatchObject({ cause: "failures", survivorsOnly: true });
  });

  test("hardly any evidence is not measured", () => {
    const failures = masked(1);
    const [incident] = detectRun(drawSummaries(1, plan(65, between(61, 65, { failures })))).incidents;
    expect(incident?.reward.cause).toBe("not_measurable");
    expect(incident?.evidenceLeft).toEqual({ rollouts: 0, groups: 0 });
  });
});

describe("rewards", () => {
  function reward(good: number, bad: number): Partial<DrawnPart> {
    return { failures: [], reward: (random, solved) => (solved ? good : bad) + random.next() };
  }

  test.each([
    ["negative", -3, -9],
    ["of either sign", 4, -4],
    ["large", 100, 20],
  ])("may be %s", (_, good, bad) => {
    const fallen = { solvedRate: 0.05 };
    const steps = plan(110, (step) => ({ ...reward(good, bad), ...between(61, 80, fallen)(step) }));
    const { incidents } = detectRun(drawSummaries(1, steps));
    expect(incidents).toMatchObject([{ series: "reward", onset: 61, end: 80, state: "ended" }]);
    expect(incidents[0]?.reward.cause).toBe("policy_or_verifier");
    expect(incidents[0]?.excess).toBeNull();
  });

  test("of several components, the one that fell", () => {
    const steps = plan(110, (step): Partial<DrawnPart> => {
      const formatted = step >= 61 && step <= 80 ? 0.3 : 0.95;
      return {
        failures: [],
        components: (random, solved) => [
          ["correct", solved ? 1 : 0],
          ["format", random.chance(formatted) ? 1 : 0],
        ],
      };
    });
    const { incidents } = detectRun(drawSummaries(1, steps));
    expect(incidents).toMatchObject([{ series: "reward:format", onset: 61, end: 80, also: [] }]);
  });

  test.each([
    ["groups of one", 1],
    ["no groups", 0],
  ])("with %s the rollout is the unit", (_, groupSize) => {
    const steps = plan(110, (step) => ({ groupSize, failures: [], ...between(61, 80, { solvedRate: 0.05 })(step) }));
    const { incidents } = detectRun(drawSummaries(1, steps));
    expect(incidents).toMatchObject([{ series: "zero_rewards", onset: 61, end: 80, also: ["reward"] }]);
    expect(incidents[0]?.reward).toMatchObject({ cause: "policy_or_verifier", survivorsOnly: false });
  });

  test("a policy that does not come back after the failures is an incident of its own", () => {
    const steps = plan(110, (step) => {
      if (step < 61) return {};
      return { solvedRate: 0.1, ...(step <= 80 ? { failures: masked(0.5) } : {}) };
    });
    const { incidents } = detectRun(drawSummaries(1, steps));
    expect(incidents.map(({ series, end }) => [series, end])).toContainEqual(["kind:session_lost", 80]);
    expect(
      incidents.some(({ shifts, state }) => state === "open" && shifts.some((one) => one.series === "reward")),
    ).toBe(true);
  });
});

describe("the first steps", () => {
  test("teach", () => {
    expect(
      detectRun(
        drawSummaries(
          1,
          plan(4, () => ({})),
        ),
      ).verdict,
    ).toMatchObject({
      verdict: "learning",
      reason: "4 of 5 complete steps that it takes to judge by.",
    });
  });

  test("unless they are plainly bad: a level, worded as such", () => {
    const { incidents, verdict } = detectRun(
      drawSummaries(
        1,
        plan(2, () => ({ failures: masked(0.9) })),
      ),
    );
    expect(incidents).toMatchObject([{ series: "kind:session_lost", detector: "level", onset: 1, before: null }]);
    expect(verdict.reason).toMatch(
      /^Critical since step 1, bad from the start: 9\d% of rollouts come back masked as session_lost\./,
    );
  });

  test("a run of which nothing was heard says so", () => {
    expect(detectRun([]).verdict).toMatchObject({ verdict: "learning", reason: "Nothing has come yet." });
    const stalled = detectRun(
      drawSummaries(
        1,
        plan(9, () => ({})),
      ),
      { ...noFacts, isStalled: true },
    );
    expect(stalled.verdict.verdict).toBe("watch");
  });
});

describe("a person's word", () => {
  const steps = plan(100, (step) => (step > 60 ? { failures: masked(0.3) } : {}));
  const summaries = drawSummaries(1, steps);

  test("that it is the new normal ends it and begins the baseline anew", () => {
    const [incident] = detectRun(summaries).incidents;
    const acceptances = (incident?.shifts ?? []).map(({ series, environment }) => ({
      series,
      environment,
      fromStep: 81,
    }));
    const { incidents, verdict } = detectRun(summaries, { ...noFacts, acceptances });
    expect(incidents).toMatchObject([{ series: "kind:session_lost", onset: 61, end: 80, state: "ended" }]);
    expect(verdict.verdict).toBe("ok");
  });
});
