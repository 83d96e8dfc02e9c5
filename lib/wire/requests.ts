import { z } from "zod";
import { largestStep } from "@/lib/core/rollout";
import { finishStates } from "@/lib/core/run";
import { recordOf } from "./record-of";
import { Timestamp } from "./rollout-row";

const step = z.int().min(0).max(largestStep);
const identifier = z.union([z.string().min(1).max(1_000), z.int()]);

const ExpectedId = z.union([
  identifier,
  z.strictObject({
    id: identifier.nullish(),
    environment: z.string().max(1_000).nullish(),
    group: identifier.nullish(),
    sample: z.int().min(0).nullish(),
  }),
]);

/** What is declared of one step. `expected_ids` adds to those declared before. */
export const StepPut = z.strictObject({
  expected: z.int().min(0).max(10_000_000).optional(),
  expected_ids: z.array(ExpectedId).max(100_000).optional(),
  started_at: Timestamp.optional(),
  finished_at: Timestamp.optional(),
  checkpoint: z.string().max(1_000).optional(),
});

/** One launch of the trainer, shared by all its processes. */
export const SegmentPost = z.strictObject({
  segment: z.string().min(1).max(1_000),
  started_at: Timestamp.nullish(),
  from_step: step.nullish(),
});

export const FinishPost = z.strictObject({ state: z.enum(finishStates) });

/** Counts that a producer made itself, in our names, to be shown beside ours. */
export const ProducerCountsPost = z.strictObject({
  source: z.string().min(1).max(200),
  file: z.string().min(1).max(1_000),
  step: step.nullish(),
  split: z.enum(["train", "eval"]).default("train"),
  counts: recordOf(z.number()),
});

/** How many times as fast a live demo is unless told. */
export const demoSpeed = 60;

export const DemoPost = z.strictObject({
  scenario: z.literal("step-61"),
  run: z.string().min(1).max(200).optional(),
  /** `all`: as fast as it is taken; `live`: as it happened, times the speed. */
  mode: z.enum(["all", "live"]).default("all"),
  speed: z.number().min(0.1).max(10_000).default(demoSpeed),
  failure_fields: z.boolean().default(true),
});
export type DemoPost = z.input<typeof DemoPost>;

/** Epoch milliseconds of a time as it was sent. */
export function toEpochMs(time: string | number): number {
  return typeof time === "number" ? Math.round(time) : Date.parse(time);
}
