import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DrawnFailure, type DrawnStep, drawSummaries, planSteps } from "../scenario/drawn-summaries";
import { indices, Random } from "../scenario/random";
import type { StepSummary } from "../step-summary";
import { detectRun } from "./detect-run";
import { type Detection, noFacts, RunDetector, type RunFacts } from "./run-detector";
import { sensitivities } from "./sensitivity";
import type { SegmentStart } from "./tape";

const sessionLost: DrawnFailure = { kind: "session_lost", effect: "masked", rate: 0.9 };
const ordinary: DrawnFailure = { kind: "judge_unparseable", effect: "degraded", rate: 0.02 };

function part(environment: string, rollouts: number, failures: readonly DrawnFailure[], solvedRate = 0.4) {
  return { environment, rollouts, groupSize: 4, solvedRate, failures };
}

/** Two environments; one loses its sessions in some steps, and the policy breaks in some. */
function plan(step: number, segment: string, lost: readonly [number, number], broken: readonly [number, number]) {
  const isIn = ([from, to]: readonly [number, number]) => step >= from && step <= to;
  const failures = isIn(lost) ? [sessionLost] : [ordinary];
  const solvedRate = isIn(broken) ? 0.05 : 0.4;
  return {
    step,
    segment,
    declared: 24,
    parts: [part("browser", 16, failures, solvedRate), part("math", 8, [], solvedRate)],
  };
}

function groupByStep(summaries: readonly StepSummary[]): StepSummary[][] {
  const steps = new Map<string, StepSummary[]>();
  for (const summary of summaries) {
    const key = `${summary.segment} ${summary.step}`;
    steps.set(key, [...(steps.get(key) ?? []), summary]);
  }
  return [...steps.values()];
}

const threeSegments: RunFacts = {
  ...noFacts,
  segments: [
    { segment: "a", firstStep: 1 },
    { segment: "b", firstStep: 70 },
    { segment: "c", firstStep: 131 },
  ],
  checkpoints: [60, 69].map((step) => ({ segment: "a", step, name: `a-${step}` })),
  curricula: [150],
};

const wholeRun: readonly DrawnStep[] = [
  ...planSteps(1, 90, (step) => plan(step, "a", [61, 90], [30, 40])),
  ...planSteps(70, 130, (step) => plan(step, "b", [75, 90], [110, 130])),
  ...planSteps(131, 200, (step) => plan(step, "c", [140, 144], [131, 150])),
];

describe("detection of a run", () => {
  const summaries = drawSummaries(7, wholeRun);
  const scratch = detectRun(summaries, threeSegments);

  test("finds what was put in, each in its own segment", () => {
    const found = scratch.incidents.map((one) => [one.segment, one.onset, one.end, one.state, one.series]);
    expect(found).toEqual([
      // Zeros end where the curriculum of step 150 starts the baseline afresh, and where rollouts are masked instead.
      ["c", 145, 149, "ended", "zero_rewards"],
      ["c", 140, 144, "ended", "kind:session_lost"],
      ["b", 110, 139, "ended", "zero_rewards"],
      ["b", 75, 90, "ended", "kind:session_lost"],
      ["a", 61, 90, "rolled_back", "kind:session_lost"],
      ["a", 30, 40, "ended", "zero_rewards"],
    ]);
    expect(scratch.verdict).toMatchObject({ verdict: "ok", lastCleanCheckpoint: { step: 60 } });
  });

  test("is the same whatever order the steps come in", () => {
    const shuffled = new Random(3).shuffled(groupByStep(summaries)).flat();
    expect(detectRun(shuffled, threeSegments)).toEqual(scratch);
  });

  test("is the same with facts that were told later", () => {
    const detector = new RunDetector();
    detector.put(summaries);
    detector.read();
    const told = { ...threeSegments, sensitivity: sensitivities.low, isStalled: true };
    for (const facts of [threeSegments, told, { ...told, checkpoints: [] }]) {
      detector.setFacts(facts);
      expect(detector.read()).toEqual(detectRun(summaries, facts));
    }
    expect(() => detector.setFacts({ ...told, sensitivity: { ...told.sensitivity, openAt: 0 } })).toThrow("not 0");
  });

  test("is the same step by step, and when steps fill, change and go, as from scratch", () => {
    const change = fc.record({
      at: fc.nat(),
      seed: fc.integer({ min: 1, max: 5 }),
      how: fc.constantFrom("redraw", "partial", "remove"),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const detector = new RunDetector(threeSegments);
        detector.put(summaries);
        detector.read();
        const steps = groupByStep(summaries);
        for (const { at, seed, how } of changes) {
          const index = at % steps.length;
          const drawn = wholeRun[index];
          const segment = drawn?.segment ?? "";
          if (drawn?.step == null) continue;
          if (how === "remove") {
            detector.remove(segment, drawn.step);
            steps[index] = [];
          } else {
            const again = drawSummaries(seed, [how === "partial" ? { ...drawn, arrived: 5 } : drawn]);
            detector.put(again);
            steps[index] = again;
          }
          expect(detector.read()).toEqual(detectRun(steps.flat(), threeSegments));
        }
      }),
      { numRuns: 6, seed: 1 },
    );
  });
});

/** What was said of onsets, by series. */
function onsetsOf({ shifts }: Detection, until: number): string[] {
  return shifts
    .filter(({ opened }) => opened !== null && opened <= until)
    .map(({ series, environment, segment, onset, opened }) => `${series} ${environment} ${segment} ${onset} ${opened}`)
    .sort();
}

describe("detection is causal", () => {
  test.each([1, 2, 3])("a live prefix and the finished run agree on every onset (seed %i)", (seed) => {
    const steps = groupByStep(
      drawSummaries(
        seed,
        planSteps(1, 110, (step) => plan(step, "a", [61, 80], [90, 95])),
      ),
    );
    const finished = detectRun(steps.flat());
    const detector = new RunDetector();
    for (const step of steps) {
      detector.put(step);
      const now = step[0]?.step ?? 0;
      expect(onsetsOf(detector.read(), now)).toEqual(onsetsOf(finished, now));
    }
  });

  test("a step still filling never takes back what it raised, and names the same onset when it is full", () => {
    const steps = planSteps(1, 61, (step) => plan(step, "a", [61, 61], [0, 0]));
    const detector = new RunDetector();
    detector.put(drawSummaries(5, steps.slice(0, 60)));
    const last = steps.slice(60);
    const raised = indices(25).map((arrived) => {
      detector.put(
        drawSummaries(
          5,
          last.map((step) => (arrived === 24 ? step : { ...step, arrived })),
        ),
      );
      return detector.read().incidents.map(({ series, onset }) => `${series} ${onset}`);
    });
    const first = raised.findIndex((incidents) => incidents.length > 0);
    expect(first).toBeGreaterThan(3);
    expect(first).toBeLessThan(12);
    expect(new Set(raised.slice(first).flat())).toEqual(new Set(["kind:session_lost 61"]));
    expect(raised.slice(first).every((incidents) => incidents.length === 1)).toBe(true);
  });
});

describe("segments", () => {
  const starts = (firstStep: number | null): SegmentStart[] => [
    { segment: "a", firstStep: 1 },
    { segment: "b", firstStep },
  ];
  const first = drawSummaries(
    9,
    planSteps(1, 75, (step) => plan(step, "a", [61, 75], [0, 0])),
  );

  test("a resume is rolled back the moment it is told of, before anything was heard of it", () => {
    const before = detectRun(first, { ...noFacts, segments: starts(null) });
    const after = detectRun(first, { ...noFacts, segments: starts(61) });
    expect(before.incidents.map(({ state, end }) => [state, end])).toEqual([["open", null]]);
    expect(after.incidents.map(({ state, end }) => [state, end])).toEqual([["rolled_back", 75]]);
    expect(before.verdict.verdict).toBe("stop");
    expect(after.verdict.verdict).toBe("ok");
  });

  test("the same leak in the new segment is a new incident, judged by the inherited baseline", () => {
    const second = drawSummaries(
      10,
      planSteps(61, 66, (step) => plan(step, "b", [61, 66], [0, 0])),
    );
    const { incidents } = detectRun([...first, ...second], { ...noFacts, segments: starts(61) });
    expect(incidents.map(({ segment, onset, opened, end, state }) => [segment, onset, opened, end, state])).toEqual([
      ["b", 61, 61, null, "open"],
      ["a", 61, 61, 75, "rolled_back"],
    ]);
  });

  test("a resume that runs no step again goes on with what is open", () => {
    const second = drawSummaries(
      10,
      planSteps(76, 90, (step) => plan(step, "b", [76, 80], [0, 0])),
    );
    const { incidents } = detectRun([...first, ...second], { ...noFacts, segments: starts(76) });
    expect(incidents.map(({ segment, onset, end, state }) => [segment, onset, end, state])).toEqual([
      ["a", 61, 80, "ended"],
    ]);
  });
});
