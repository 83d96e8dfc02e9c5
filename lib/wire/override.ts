import { z } from "zod";
import { overrideKinds, overruleKinds, type RunOverride } from "@/lib/core/override";
import { largestStep } from "@/lib/core/rollout";
import { person } from "./person";
import { fromWireTime, toWireTime } from "./step";

const step = z.int().min(0).max(largestStep);
const word = z.string().min(1).max(1_000);

/** Overrules detection: of an incident, or of a series from a step on. */
export const OverridePost = z
  .strictObject({
    kind: z.enum(overruleKinds),
    incident: z.string().min(1).max(64).nullish(),
    series: word.nullish(),
    environment: word.nullish(),
    step: step.nullish(),
    note: z.string().max(10_000).nullish(),
    author: person.nullish(),
  })
  .refine((told) => (told.incident == null) !== (told.series == null), {
    path: ["incident"],
    message: "say either an incident, or a series and a step",
  })
  .refine((told) => told.series == null || told.step != null, { path: ["step"], message: "a series needs a step" })
  .refine((told) => told.incident == null || (told.environment == null && told.step == null), {
    path: ["incident"],
    message: "an incident has its own environment and step",
  });
export type OverridePost = z.infer<typeof OverridePost>;

/** What a person overruled, and when it was taken back. */
export const WireOverride = z.object({
  id: z.int().min(1),
  kind: z.enum(overrideKinds),
  incident: z.string().nullable(),
  series: z.array(z.object({ series: z.string(), environment: z.string().nullable() })),
  step: z.int().min(0).nullable(),
  value: z.string().nullable(),
  note: z.string().nullable(),
  author: z.string().nullable(),
  created_at: z.iso.datetime(),
  withdrawn_at: z.iso.datetime().nullable(),
});
export type WireOverride = z.infer<typeof WireOverride>;

/** All of a run, oldest first. */
export const WireOverrides = z.object({ run: z.string(), overrides: z.array(WireOverride) });

export function toWireOverride(override: RunOverride): WireOverride {
  const { series, createdAt, withdrawnAt, ...told } = override;
  return {
    ...told,
    series: [...series],
    created_at: new Date(createdAt).toISOString(),
    withdrawn_at: toWireTime(withdrawnAt),
  };
}

/** Reads an override that the API sent. */
export function fromWireOverride(wire: WireOverride): RunOverride {
  const { created_at: createdAt, withdrawn_at: withdrawnAt, ...told } = wire;
  return { ...told, createdAt: Date.parse(createdAt), withdrawnAt: fromWireTime(withdrawnAt) };
}
