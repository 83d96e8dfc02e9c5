import { z } from "zod";
import type { Shift } from "@/lib/core/detect/detected-shift";
import { shiftStates } from "@/lib/core/detect/detected-shift";
import { splits } from "@/lib/core/rollout";

const count = z.int().min(0);
const step = count.nullable();
const number = z.number().nullable();

const WireRatePeriod = z.object({ x: count, n: count, rate: number });

/** Group means of the evidence: how many, their mean and its standard error. */
export const WireRewardPeriod = z.object({ n: count, mean: number, se: number });

/** A stretch of steps as whatever detector saw it. */
export const WirePeriod = z.union([WireRatePeriod, WireRewardPeriod]);

export const WireRange = z.tuple([z.int(), z.int()]).nullable();

const facts = {
  series: z.string(),
  environment: z.string().nullable(),
  split: z.enum(splits),
  segment: z.string(),
  onset: step,
  onset_range: WireRange,
  opened: step,
  last_step: step,
  end: step,
  state: z.enum(shiftStates),
  steps: count,
  complete_steps: count,
};

/** One series' change, with the numbers that it was judged by. */
export const WireShift = z.discriminatedUnion("detector", [
  z.object({
    ...facts,
    detector: z.literal("rate"),
    before: WireRatePeriod.nullable(),
    during: WireRatePeriod,
    excess: z.number(),
    evidence: z.object({
      score: z.number(),
      threshold: z.number(),
      p0: z.number(),
      pt: z.number(),
      alternative: z.number(),
      rho: z.number(),
      baseline_steps: count,
    }),
  }),
  z.object({
    ...facts,
    detector: z.literal("level"),
    before: WireRatePeriod.nullable(),
    during: WireRatePeriod,
    excess: z.number(),
    evidence: z.object({ low: z.number(), threshold: z.number() }),
  }),
  z.object({
    ...facts,
    detector: z.literal("reward"),
    before: WireRewardPeriod,
    during: WireRewardPeriod,
    excess: z.null(),
    evidence: z.object({
      score: z.number(),
      threshold: z.number(),
      scatter: z.number(),
      least_drop: z.number(),
    }),
  }),
]);
export type WireShift = z.infer<typeof WireShift>;

export function toWireRange(range: readonly [number, number] | null): [number, number] | null {
  return range === null ? null : [range[0], range[1]];
}

export function toWireShift(shift: Shift): WireShift {
  const { onset, opened, end, steps, state, series, environment, split, segment } = shift;
  const told = {
    ...{ series, environment, split, segment, onset, opened, end, steps, state },
    onset_range: toWireRange(shift.onsetRange),
    last_step: shift.lastStep,
    complete_steps: shift.completeSteps,
  };
  const { detector } = shift;
  if (detector === "rate") {
    const { baselineSteps, ...evidence } = shift.evidence;
    const { before, during, excess } = shift;
    return { ...told, detector, before, during, excess, evidence: { ...evidence, baseline_steps: baselineSteps } };
  }
  if (detector === "level") {
    const { before, during, excess, evidence } = shift;
    return { ...told, detector, before, during, excess, evidence };
  }
  const { before, during } = shift;
  const { leastDrop, ...evidence } = shift.evidence;
  return { ...told, detector, before, during, excess: null, evidence: { ...evidence, least_drop: leastDrop } };
}

export function fromWireShift(wire: WireShift): Shift {
  const { onset, opened, end, steps, state, series, environment, split, segment } = wire;
  const told = {
    ...{ series, environment, split, segment, onset, opened, end, steps, state },
    onsetRange: wire.onset_range,
    lastStep: wire.last_step,
    completeSteps: wire.complete_steps,
  };
  const { detector } = wire;
  if (detector === "rate") {
    const { before, during, excess } = wire;
    const { baseline_steps: baselineSteps, ...evidence } = wire.evidence;
    return { ...told, detector, before, during, excess, evidence: { ...evidence, baselineSteps } };
  }
  if (detector === "level") {
    const { before, during, excess, evidence } = wire;
    return { ...told, detector, before, during, excess, evidence };
  }
  const { before, during } = wire;
  const { least_drop: leastDrop, ...evidence } = wire.evidence;
  return { ...told, detector, before, during, evidence: { ...evidence, leastDrop } };
}
