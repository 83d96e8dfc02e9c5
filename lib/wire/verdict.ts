import { z } from "zod";
import { verdictNames } from "@/lib/core/detect/verdict";
import type { RunVerdict } from "@/lib/core/run-incident";

/** What to do now, why, and the newest checkpoint that holds nothing of what went wrong (docs/api.md). */
export const WireVerdict = z.object({
  verdict: z.enum(verdictNames),
  reason: z.string(),
  incident: z.string().nullable(),
  last_clean_checkpoint: z.object({ segment: z.string(), step: z.int().min(0), name: z.string() }).nullable(),
});
export type WireVerdict = z.infer<typeof WireVerdict>;

export function toWireVerdict({ verdict, reason, incident, lastCleanCheckpoint }: RunVerdict): WireVerdict {
  return { verdict, reason, incident, last_clean_checkpoint: lastCleanCheckpoint };
}

/** Reads a verdict that the API sent. */
export function fromWireVerdict(wire: WireVerdict): RunVerdict {
  const { verdict, reason, incident, last_clean_checkpoint: lastCleanCheckpoint } = wire;
  return { verdict, reason, incident, lastCleanCheckpoint };
}
