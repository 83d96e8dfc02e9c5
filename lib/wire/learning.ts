/** What failures did to learning, as it travels with steps and buckets. */
import { z } from "zod";
import type { LearningFigures } from "@/lib/core/series";
import type { WorldSums } from "@/lib/core/summarise-worlds";

const count = z.int().min(0);

/** Sums in every world and by every estimator; docs/api.md says which number is which. */
export const WireWorldSums = z.object({
  groups: count,
  touched: count,
  evidence: count,
  silent: z.array(count),
  untouched: z.array(z.number()),
  effects: z.array(z.number()).nullable(),
});

/** The same of a bucket, in the run's world and by its estimator. */
export const WireLearning = z.object({
  prompts: count,
  groups: count,
  touched: count,
  no_signal: count,
  advantage_shift: z.number().nullable(),
  touched_weight: z.number().nullable(),
});

export function toWireSums({ silent, untouched, effects, ...counts }: WorldSums): z.infer<typeof WireWorldSums> {
  return {
    ...counts,
    silent: [...silent],
    untouched: [...untouched],
    effects: effects === null ? null : [...effects],
  };
}

export function toWireLearning(learning: LearningFigures): z.infer<typeof WireLearning> {
  const { prompts, groups, touched, noSignal, advantageShift, touchedWeight } = learning;
  return {
    prompts,
    groups,
    touched,
    no_signal: noSignal,
    advantage_shift: advantageShift,
    touched_weight: touchedWeight,
  };
}

export function fromWireLearning(wire: z.infer<typeof WireLearning>): LearningFigures {
  const { prompts, groups, touched } = wire;
  return {
    prompts,
    groups,
    touched,
    noSignal: wire.no_signal,
    advantageShift: wire.advantage_shift,
    touchedWeight: wire.touched_weight,
  };
}
