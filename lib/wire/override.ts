import { z } from "zod";
import { overrideKinds, type RunOverride } from "@/lib/core/override";
import { fromWireTime, toWireTime } from "./step";

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
