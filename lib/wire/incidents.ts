import { z } from "zod";
import type { RunIncident, RunVerdict } from "@/lib/core/run-incident";
import { toWireIncident, WireIncident } from "./incident";
import { toWireVerdict, WireVerdict } from "./verdict";

/** A run's incidents, newest onset first, and what to do now; also what an event of a live stream carries. */
export const WireIncidents = z.object({
  run: z.string(),
  revision: z.string(),
  incidents: z.array(WireIncident),
  verdict: WireVerdict,
});
export type WireIncidents = z.infer<typeof WireIncidents>;

export function toWireIncidents(told: {
  readonly run: string;
  readonly revision: string;
  readonly incidents: readonly RunIncident[];
  readonly verdict: RunVerdict;
}): WireIncidents {
  const { run, revision, incidents, verdict } = told;
  return { run, revision, incidents: incidents.map(toWireIncident), verdict: toWireVerdict(verdict) };
}
