/** What can happen to a run, as fast-check makes it up: few names, so that rows meet each other often. */
import * as fc from "fast-check";
import type { Rollout } from "@/lib/core/rollout";
import type { RunSettings } from "@/lib/core/run";

export type Act =
  | { readonly act: "append"; readonly rows: readonly Partial<Rollout>[] }
  | { readonly act: "again"; readonly batch: number }
  | { readonly act: "delete"; readonly pick: number }
  | {
      readonly act: "segment";
      readonly segment: string;
      readonly startedAt: number | null;
      readonly fromStep: number | null;
    }
  | { readonly act: "declare"; readonly segment: string; readonly step: number; readonly expected: number }
  | { readonly act: "close"; readonly segment: string; readonly step: number }
  | { readonly act: "settings"; readonly settings: Partial<RunSettings> }
  | { readonly act: "finish" }
  | { readonly act: "summarise" };

const segments = ["launch-a", "launch-b", "launch-c"] as const;
export const environments = ["browser", "code"] as const;

const step = fc.integer({ min: 0, max: 4 });
const segment = fc.constantFrom(...segments);

const ending: fc.Arbitrary<Partial<Rollout>> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 0.5, 1).map((reward) => ({ outcome: "scored" as const, reward })) },
  fc.constant({ outcome: "scored" as const, reward: 0, failureKind: "agent_timeout" }),
  fc.constant({ outcome: "scored" as const, reward: 0, emptiness: "output_empty" as const, reportsGeneration: true }),
  fc.constant({
    outcome: "masked" as const,
    reward: 0,
    failureKind: "session_lost",
    maskSources: ["mask_sample"] as const,
  }),
  fc.constant({
    outcome: "unscored" as const,
    reward: null,
    rewardState: "nan" as const,
    maskSources: ["metrics.mask_sample"] as const,
  }),
  fc.constant({ outcome: "failed" as const, reward: 0, failureKind: "agent_run_error" }),
  fc.constant({ outcome: "omitted" as const, reward: null, rewardState: "absent" as const }),
);

/** By place, by id, or without identity. */
const identity: fc.Arbitrary<Partial<Rollout>> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ group: fc.constantFrom("g1", "g2"), sample: fc.integer({ min: 0, max: 1 }) }) },
  { weight: 4, arbitrary: fc.record({ id: fc.constantFrom("r1", "r2", "r3") }) },
  fc.constant({}),
);

const row: fc.Arbitrary<Partial<Rollout>> = fc
  .tuple(
    ending,
    identity,
    fc.record({
      step: fc.option(step, { freq: 6 }),
      split: fc.constantFrom("train" as const, "train" as const, "train" as const, "eval" as const),
      segment: fc.option(segment, { freq: 4 }),
      environment: fc.option(fc.constantFrom(...environments), { freq: 3 }),
      attempt: fc.integer({ min: 0, max: 2 }),
      inputTokens: fc.option(fc.integer({ min: 0, max: 9 })),
      disposition: fc.constantFrom("loss_masked" as const, null),
      labels: fc.constantFrom<Rollout["labels"]>([["pool", "a"]], [["pool", "b"]], []),
      rewardComponents: fc.constantFrom<Rollout["rewardComponents"]>(
        [["style", 0.1]],
        [
          ["style", 0.3],
          ["__proto__", 0.7],
        ],
        [],
      ),
    }),
  )
  .map(([a, b, c]) => ({ ...a, ...b, ...c }));

export const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        act: fc.constant("append" as const),
        rows: fc.array(row, { minLength: 1, maxLength: 6 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("again" as const), batch: fc.nat({ max: 30 }) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("delete" as const), pick: fc.nat({ max: 99 }) }) },
    { weight: 2, arbitrary: fc.constant({ act: "summarise" as const }) },
    fc.record({
      act: fc.constant("segment" as const),
      segment,
      startedAt: fc.option(fc.integer({ min: -3, max: 3 })),
      fromStep: fc.option(step),
    }),
    fc.record({ act: fc.constant("declare" as const), segment, step, expected: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ act: fc.constant("close" as const), segment, step }),
    fc.record({
      act: fc.constant("settings" as const),
      settings: fc.oneof(
        fc.record({ expectedPerStep: fc.constantFrom(null, 3) }),
        fc.record({ onFailed: fc.constantFrom("zero" as const, "drop" as const, null) }),
        fc.record({ failureReward: fc.constantFrom(0, -1) }),
      ),
    }),
    fc.constant({ act: "finish" as const }),
  ),
  { minLength: 1, maxLength: 24 },
);
