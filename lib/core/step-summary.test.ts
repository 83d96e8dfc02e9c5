import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countedKind } from "./counted-kind";
import { isSuspectedFalseZero } from "./false-zero";
import { ofOnlyEnvironment, type StepFrameOfReference, type SummarisedRollout, summariseStep } from "./step-summary";

const about: StepFrameOfReference = {
  split: "train",
  step: 61,
  segment: "first",
  environment: null,
  declared: null,
  complete: false,
  declaredFinishedAt: null,
  scoring: { onFailed: null, failureReward: 0 },
};

function rollout(told: Partial<SummarisedRollout>): SummarisedRollout {
  return {
    environment: null,
    group: null,
    outcome: "scored",
    reward: 1,
    rewardComponents: [],
    maskSources: [],
    failureKind: null,
    failureReason: null,
    emptiness: null,
    reportsGeneration: false,
    reportsFailures: false,
    truncated: null,
    disposition: null,
    trainerReward: null,
    policyStep: null,
    advantage: null,
    inputTokens: null,
    outputTokens: null,
    finishedAt: null,
    seenAt: 1_000,
    attempts: 1,
    lostAttempts: 0,
    ...told,
  };
}

const lost = { outcome: "masked", reward: 0, failureKind: "session_lost", maskSources: ["mask_sample"] } as const;

describe("a step's summary", () => {
  test("counts outcomes, kinds, flags, attempts and tokens", () => {
    const summary = summariseStep(
      [
        rollout({ reward: 1, attempts: 3, lostAttempts: 2, inputTokens: 10, outputTokens: 5, truncated: true }),
        rollout({ reward: 0, failureKind: "agent_timeout", truncated: false, disposition: "trained" }),
        rollout({ ...lost, disposition: "loss_masked" }),
        rollout({ ...lost, failureKind: null, maskSources: ["mask_sample", "metrics.mask_sample"] }),
        rollout({ outcome: "unscored", reward: null, maskSources: ["instance_config.mask_sample"] }),
        rollout({ outcome: "failed", reward: 0, failureKind: "session_lost", maskSources: ["mask_sample"] }),
        rollout({ outcome: "failed", reward: null }),
        rollout({ outcome: "omitted", reward: null, disposition: "surplus" }),
      ],
      { ...about, declared: 10 },
    );
    expect(summary).toMatchObject({
      expected: 10,
      received: 8,
      scored: 2,
      degraded: 1,
      masked: 2,
      unscored: 1,
      failed: 2,
      omitted: 1,
      unknown: 2,
      declared: 10,
      // Flags of the completed; a failure record's flag is no measurement of an environment.
      maskFlagged: 3,
      maskSources: { "instance_config.mask_sample": 1, mask_sample: 2, "metrics.mask_sample": 1 },
      trainerMasked: 1,
      dispositions: { loss_masked: 1, surplus: 1, trained: 1 },
      attempts: 10,
      lostAttempts: 2,
      truncated: 1,
      inputTokens: 10,
      outputTokens: 5,
      kinds: {
        "(failed, no kind)": { count: 1, scored: 0, masked: 0, unscored: 0, failed: 1, omitted: 0 },
        "(masked, no kind)": { count: 1, scored: 0, masked: 1, unscored: 0, failed: 0, omitted: 0 },
        agent_timeout: { count: 1, scored: 1, masked: 0, unscored: 0, failed: 0, omitted: 0 },
        session_lost: { count: 2, scored: 0, masked: 1, unscored: 0, failed: 1, omitted: 0 },
      },
    });
  });

  test("gives evidence its mean, its standard error and its quantiles", () => {
    const rewards = [4, 1, 3, 2, 5];
    const { reward } = summariseStep(
      rewards.map((value) => rollout({ reward: value })),
      about,
    );
    // Squares about 3 are 10; 10 ÷ 4 ÷ 5 is a half.
    expect(reward.evidence).toMatchObject({ n: 5, mean: 3, p50: 3, min: 1, max: 5 });
    expect(reward.evidence.se).toBeCloseTo(Math.sqrt(0.5), 12);
  });

  test("of one rollout has no standard error, and of none no mean: a gap, not 0", () => {
    expect(summariseStep([rollout({ reward: 0.5 })], about).reward.evidence).toMatchObject({
      n: 1,
      mean: 0.5,
      se: null,
    });
    const allMasked = summariseStep([rollout(lost), rollout(lost)], about);
    expect(allMasked.reward.evidence).toEqual({
      n: 0,
      mean: null,
      se: null,
      p10: null,
      p50: null,
      p90: null,
      min: null,
      max: null,
    });
    expect(allMasked.reward.asScored).toEqual({ n: 2, mean: 0 });
  });

  test("keeps what the trainer learnt from apart from what was scored", () => {
    const { reward } = summariseStep(
      [
        rollout({ reward: 1, trainerReward: 0.5, rewardComponents: [["style", 0.2]] }),
        rollout({
          reward: 0,
          rewardComponents: [
            ["style", 0.4],
            ["__proto__", 1],
          ],
        }),
        rollout({ ...lost, reward: 0.5, trainerReward: -0.5, rewardComponents: [["style", 9]] }),
      ],
      about,
    );
    expect(reward).toMatchObject({
      evidence: { n: 2, mean: 0.5 },
      asScored: { n: 3, mean: 0.5 },
      trained: { n: 2, mean: 0 },
    });
    expect(Object.keys(reward.components)).toEqual(["__proto__", "style"]);
    expect(reward.components["style"]?.mean).toBeCloseTo(0.3, 12);
  });

  test("adds failed rollouts to as scored only where the run says that they train as zeros", () => {
    const rows = [rollout({ reward: 1 }), rollout({ outcome: "failed", reward: 0.9 })];
    const asScored = (onFailed: "zero" | "drop" | null, failureReward = 0) =>
      summariseStep(rows, { ...about, scoring: { onFailed, failureReward } }).reward.asScored;
    expect(asScored(null)).toEqual({ n: 1, mean: 1 });
    expect(asScored("drop")).toEqual({ n: 1, mean: 1 });
    expect(asScored("zero")).toEqual({ n: 2, mean: 0.5 });
    // They train as 0.0, whatever reward a failure is scored with.
    expect(asScored("zero", -1)).toEqual({ n: 2, mean: 0.5 });
  });

  test("knows when it was heard of and when it finished", () => {
    const rows = [
      rollout({ seenAt: 5, finishedAt: 90 }),
      rollout({ seenAt: 3, finishedAt: 40 }),
      rollout({ seenAt: 9 }),
    ];
    expect(summariseStep(rows, { ...about, declaredFinishedAt: 500 })).toMatchObject({
      firstSeenAt: 3,
      lastSeenAt: 9,
      finishedAt: 90,
    });
    expect(summariseStep([rollout({})], { ...about, declaredFinishedAt: 500 })).toMatchObject({ finishedAt: 500 });
    expect(summariseStep([], { ...about, declared: 4 })).toMatchObject({ expected: 4, unknown: 4, firstSeenAt: null });
  });
});

test.each([
  ["a bare zero", {}, false],
  ["nothing generated", { emptiness: "output_empty" }, true],
  ["nothing generated, with a kind", { emptiness: "output_empty", failureKind: "agent_timeout" }, false],
  ["nothing generated, legitimately", { emptiness: "output_empty", failureReason: "empty_final_answer" }, false],
  ["nothing generated, another reward", { emptiness: "output_empty", reward: 0.5 }, false],
  ["nothing generated, masked", { emptiness: "output_empty", outcome: "masked" }, false],
] as const)("%s: suspected %s", (_, told, suspected) => {
  expect(isSuspectedFalseZero(rollout({ reward: 0, ...told }), 0)).toBe(suspected);
});

test.each([
  [{ outcome: "scored" }, null],
  [{ outcome: "scored", failureKind: "agent_timeout" }, "agent_timeout"],
  [{ outcome: "masked" }, "(masked, no kind)"],
  [{ outcome: "failed" }, "(failed, no kind)"],
  [{ outcome: "unscored" }, null],
  [{ outcome: "omitted" }, null],
] as const)("%j counts under %s", (told, kind) => {
  expect(countedKind(rollout(told))).toBe(kind);
});

describe("for any rollouts", () => {
  const any: fc.Arbitrary<SummarisedRollout> = fc
    .record({
      outcome: fc.constantFrom("scored", "masked", "unscored", "failed", "omitted"),
      reward: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })),
      failureKind: fc.constantFrom(null, "session_lost", "__proto__", "agent_timeout"),
      maskSources: fc.constantFrom([], ["mask_sample"], ["mask_sample", "metrics.mask_sample"]),
      group: fc.constantFrom(null, "a", "b"),
      environment: fc.constantFrom(null, "browser"),
      emptiness: fc.constantFrom(null, "output_empty"),
      attempts: fc.integer({ min: 1, max: 4 }),
      seenAt: fc.nat(),
      finishedAt: fc.option(fc.nat()),
      trainerReward: fc.option(fc.double({ noNaN: true, min: -1, max: 1 })),
      rewardComponents: fc.array(
        fc.tuple(fc.constantFrom("style", "tests"), fc.double({ noNaN: true, min: 0, max: 1 })),
        { maxLength: 2 },
      ),
    } satisfies { [Name in keyof SummarisedRollout]?: fc.Arbitrary<SummarisedRollout[Name]> })
    .map((told) => rollout(told));
  const settings = { seed: 20_260_803, numRuns: 300 };

  test("coverage adds up, and no count is larger than what it is part of", () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), fc.option(fc.integer({ min: 0, max: 60 })), (rows, declared) => {
        const summary = summariseStep(rows, { ...about, declared });
        const { expected, received, scored, masked, unscored, failed, omitted, unknown } = summary;
        expect(scored + masked + unscored + failed + omitted + unknown).toBe(expected);
        expect(received).toBe(rows.length);
        expect(expected).toBe(Math.max(declared ?? 0, rows.length));
        expect(summary.suspectedFalseZeros).toBeLessThanOrEqual(summary.zeroRewards);
        expect(summary.zeroRewards + summary.degraded).toBeLessThanOrEqual(scored);
        expect(summary.maskFlagged).toBeLessThanOrEqual(scored + masked + unscored);
        for (const { count, ...byOutcome } of Object.values(summary.kinds)) {
          expect(Object.values(byOutcome).reduce((sum, part) => sum + part, 0)).toBe(count);
        }
      }),
      settings,
    );
  });

  test("a step of one environment is that environment's summary, but for what is expected of it", () => {
    const declaring = fc.option(fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), declaring, declaring, (told, ofAll, ofIt) => {
        const rows = told.map((row) => ({ ...row, environment: "browser" }));
        const whole = summariseStep(rows, { ...about, declared: ofAll });
        const alone = summariseStep(rows, { ...about, environment: "browser", declared: ofIt });
        expect(ofOnlyEnvironment(whole, "browser", ofIt)).toEqual(alone);
      }),
      settings,
    );
  });

  test("the order of the rollouts changes nothing, to the last digit", () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (rows, numbers) => {
        const shuffled = rows
          .map((row) => ({ row, at: numbers.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ row }) => row);
        expect(summariseStep(shuffled, about)).toEqual(summariseStep(rows, about));
      }),
      settings,
    );
  });
});
