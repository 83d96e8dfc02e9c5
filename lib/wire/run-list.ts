import { z } from "zod";
import type { RunListEntry } from "@/lib/core/run-list";
import { fromWireRun, toWireRun, WireRun } from "./run";
import { fromWireStep, toWireStep, WireStep } from "./step";

const RecentStep = z.object({ step: z.int().min(0), evidence: z.number().nullable(), lost: z.number().nullable() });

/** A run of the list, with what its sparklines and its newest step show. */
export const WireRunListEntry = WireRun.extend({ recent: z.array(RecentStep), newest: WireStep.nullable() });

export const WireRunList = z.object({
  revision: z.string(),
  runs: z.array(WireRunListEntry),
  /** Names of runs that are no more; only in live frames. */
  removed: z.array(z.string()).optional(),
  next: z.string().nullable(),
});
export type WireRunList = z.infer<typeof WireRunList>;

export function toWireRunListEntry(entry: RunListEntry): z.infer<typeof WireRunListEntry> {
  return {
    ...toWireRun(entry),
    recent: [...entry.recent],
    newest: entry.newest === null ? null : toWireStep(entry.newest),
  };
}

/** Reads a list of runs that the API sent, whole or live. @throws ZodError where it is none. */
export function parseRunList(json: unknown): {
  readonly runs: readonly RunListEntry[];
  readonly removed: readonly string[];
  readonly revision: string;
  /** The cursor of the page behind this one; null where there is none. */
  readonly next: string | null;
} {
  const wire = WireRunList.parse(json);
  const runs = wire.runs.map((run) => ({
    ...fromWireRun(run),
    recent: run.recent,
    newest: run.newest === null ? null : fromWireStep(run.newest),
  }));
  return { runs, removed: wire.removed ?? [], revision: wire.revision, next: wire.next };
}
