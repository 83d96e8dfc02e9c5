import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bucketSteps, bucketStepsByWidth, bucketWidth, countAnyFailure, maskedFraction } from "./series";
import { type StepSummary, summariseStep } from "./step-summary";

interface Told {
  readonly step: number;
  readonly rewards?: readonly number[];
  readonly lost?: number;
  readonly failed?: number;
  readonly declared?: number;
  readonly kind?: string;
}

/** A step of so many rewards, lost (masked) and failed rollouts. */
function step({
  step: number,
  rewards = [],
  lost = 0,
  failed = 0,
  declared,
  kind = "session_lost",
}: Told): StepSummary {
  const plain = {
    environment: null,
    group: null,
    rewardComponents: [],
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
    finishedAt: number * 1_000 + 900,
    seenAt: number * 1_000,
    attempts: 1,
    lostAttempts: 0,
  } as const;
  const scored = rewards.map((reward) => ({
    ...plain,
    outcome: "scored" as const,
    reward,
    maskSources: [],
    failureKind: null,
  }));
  const masked = Array.from({ length: lost }, () => {
    return {
      ...plain,
      outcome: "masked" as const,
      reward: 0,
      maskSources: ["mask_sample" as const],
      failureKind: kind,
    };
  });
  const records = Array.from({ length: failed }, () => {
    return { ...plain, outcome: "failed" as const, reward: null, maskSources: [], failureKind: null };
  });
  return summariseStep([...scored, ...masked, ...records], {
    split: "train",
    step: number,
    segment: number < 100 ? "first" : "second",
    environment: null,
    declared: declared ?? null,
    complete: number % 2 === 0,
    declaredFinishedAt: null,
    scoring: { onFailed: null, failureReward: 0 },
  });
}

describe("the width of buckets", () => {
  test.each([
    [0, 0, 1, 1],
    [0, 499, 500, 1],
    [0, 500, 500, 2],
    [1, 500, 500, 1],
    [0, 9_999, 500, 20],
    [0, 9_999, 120, 100],
    [61, 80, 10, 5],
    [60, 79, 10, 2],
    [9, 10, 1, 20],
    [0, 1_000_000_000, 500, 5_000_000],
  ])("for steps %i to %i in %i points is %i", (first, last, resolution, width) => {
    expect(bucketWidth(first, last, resolution)).toBe(width);
  });

  test.each([0, -1, 1.5, Number.NaN])("there is none for %f points", (resolution) => {
    expect(() => bucketWidth(0, 10, resolution)).toThrow(RangeError);
  });
});

describe("a bucket of steps", () => {
  test("sums counts, pools means, and keeps the smallest and largest of each rate", () => {
    const [bucket] = bucketStepsByWidth(
      [
        step({ step: 10, rewards: [1, 0] }),
        step({ step: 11, rewards: [1], lost: 3, declared: 8 }),
        step({ step: 14, lost: 2, failed: 2 }),
      ],
      5,
    );
    expect(bucket).toMatchObject({
      from: 10,
      to: 14,
      steps: 3,
      segments: ["first"],
      complete: false,
      expected: 14,
      received: 10,
      scored: 3,
      masked: 5,
      failed: 2,
      unknown: 4,
      maskFlagged: 5,
      evidence: { n: 3, mean: 2 / 3, p10: expect.any(Number), p90: expect.any(Number) },
      asScored: { n: 8, mean: 0.25 },
      kinds: { session_lost: { count: 5, masked: 5 }, "(failed, no kind)": { count: 2, failed: 2 } },
      // Step 10 has no failure at all, step 14 nothing else; a kind that a step lacks is 0 there.
      min: { any_failure: 0, lost: 0, masked: 0, no_result: 0, "kind:session_lost": 0, evidence: 0.5, as_scored: 0 },
      max: {
        any_failure: 1,
        lost: 1,
        masked: 1,
        no_result: 0.5,
        unknown: 0.5,
        "kind:session_lost": 0.75,
        evidence: 1,
        as_scored: 0.5,
      },
      firstSeenAt: 10_000,
      lastSeenAt: 14_000,
      finishedAt: 14_900,
    });
    // Rewards 1, 0, 1: squares about 2/3 sum to 2/3; 2/3 ÷ 2 ÷ 3 is 1/9, its root 1/3.
    expect(bucket?.evidence.se).toBeCloseTo(1 / 3, 12);
  });

  test("of nothing but masked rollouts has no evidence: a gap, not 0", () => {
    const [bucket] = bucketStepsByWidth([step({ step: 1, lost: 8 })], 1);
    expect(bucket).toMatchObject({
      evidence: { n: 0, mean: null, se: null, p10: null, p90: null },
      asScored: { n: 8, mean: 0 },
    });
    expect(bucket?.min).not.toHaveProperty("evidence");
  });

  test("is not made of steps that were never heard of", () => {
    const buckets = bucketStepsByWidth(
      [step({ step: 3, rewards: [1] }), step({ step: 27, rewards: [1] }), step({ step: 105, rewards: [1] })],
      10,
    );
    expect(buckets.map(({ from, to, steps, segments }) => [from, to, steps, segments.join()])).toEqual([
      [0, 9, 1, "first"],
      [20, 29, 1, "first"],
      [100, 109, 1, "second"],
    ]);
    expect(bucketSteps([], 10)).toEqual([]);
  });

  test("keeps a spike of one step in ten thousand, at 500 points", () => {
    const steps = Array.from({ length: 10_000 }, (_, number) =>
      step({ step: number, rewards: [1, 1], lost: number === 6_161 ? 6 : 0 }),
    );
    const buckets = bucketSteps(steps, 500);
    expect(buckets).toHaveLength(500);
    const spikes = buckets.filter((bucket) => (bucket.max["kind:session_lost"] ?? 0) > 0);
    expect(spikes).toMatchObject([
      { from: 6_160, to: 6_179, masked: 6, max: { "kind:session_lost": 0.75, masked: 0.75 } },
    ]);
  });
});

test("a point that was made before is made anew when a step, the width or the trainer's world is another", () => {
  const steps = [10, 11, 12, 13, 14, 15].map((number) => step({ step: number, rewards: [1, 0], lost: 1 }));
  const [before] = bucketStepsByWidth(steps, 10);
  expect(before).toMatchObject({ from: 10, to: 19, steps: 6, received: 18, masked: 6 });
  expect(bucketStepsByWidth(steps, 10)[0]).toEqual(before);
  const changed = steps.with(2, step({ step: 12, rewards: [1, 0], lost: 3 }));
  expect(bucketStepsByWidth(changed, 10)[0]).toMatchObject({ steps: 6, received: 20, masked: 8 });
  expect(bucketStepsByWidth(steps.slice(0, 5), 10)[0]).toMatchObject({ steps: 5, received: 15, masked: 5 });
  expect(bucketStepsByWidth(steps, 50)[0]).toMatchObject({ from: 0, to: 49, steps: 6 });
  expect(bucketStepsByWidth(steps, 10)[0]).toEqual(before);
});

test("any failure counts each rollout once, and the masked fraction is of what was completed", () => {
  const summary = step({ step: 1, rewards: [1, 0], lost: 3, failed: 2 });
  expect(countAnyFailure(summary)).toBe(5);
  expect(maskedFraction(summary)).toEqual({ count: 3, n: 5 });
});

describe("for any steps and any width", () => {
  const anySteps = fc
    .uniqueArray(
      fc.record({
        step: fc.nat({ max: 300 }),
        rewards: fc.array(fc.double({ noNaN: true, min: -5, max: 5 }), { maxLength: 4 }),
        lost: fc.nat({ max: 3 }),
        failed: fc.nat({ max: 2 }),
        declared: fc.nat({ max: 9 }),
        kind: fc.constantFrom("session_lost", "agent_timeout", "__proto__"),
      }),
      { selector: (told) => told.step, maxLength: 30 },
    )
    .map((told) => told.sort((a, b) => a.step - b.step).map(step));

  test("buckets sum to the steps, lie where their width says, and hold each rate between its extremes", () => {
    fc.assert(
      fc.property(anySteps, fc.integer({ min: 1, max: 60 }), (steps, width) => {
        const buckets = bucketStepsByWidth(steps, width);
        const counts = [
          "expected",
          "received",
          "scored",
          "masked",
          "unscored",
          "failed",
          "omitted",
          "unknown",
          "maskFlagged",
          "attempts",
        ] as const;
        for (const name of counts) {
          const sum = (parts: readonly { readonly [Count in typeof name]: number }[]) =>
            parts.reduce((total, part) => total + part[name], 0);
          expect(sum(buckets)).toBe(sum(steps));
        }
        for (const bucket of buckets) {
          expect([bucket.from % width, bucket.to - bucket.from]).toEqual([0, width - 1]);
          const members = steps.filter((one) => one.step !== null && one.step >= bucket.from && one.step <= bucket.to);
          expect(bucket.steps).toBe(members.length);
          expect(
            bucket.scored + bucket.masked + bucket.unscored + bucket.failed + bucket.omitted + bucket.unknown,
          ).toBe(bucket.expected);
          const rewards = members.flatMap((one) =>
            one.reward.evidence.mean === null ? [] : [one.reward.evidence.mean],
          );
          expect(bucket.min["evidence"]).toBe(rewards.length === 0 ? undefined : Math.min(...rewards));
          expect(bucket.max["evidence"]).toBe(rewards.length === 0 ? undefined : Math.max(...rewards));
          for (const name of Object.keys(bucket.kinds)) {
            const rates = members
              .filter((one) => one.received > 0)
              .map((one) => (Object.hasOwn(one.kinds, name) ? (one.kinds[name]?.count ?? 0) : 0) / one.received);
            expect([bucket.min[`kind:${name}`], bucket.max[`kind:${name}`]]).toEqual([
              Math.min(...rates),
              Math.max(...rates),
            ]);
          }
        }
      }),
      { seed: 20_260_803, numRuns: 150 },
    );
  });
});
