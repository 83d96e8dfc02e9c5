import type { Split } from "@/lib/core/rollout";
import { runHref } from "./run-links";
import { wholeRun } from "./run-view";

/** Steps before the onset that a link shows, so that there is a before to compare with. */
const stepsBefore = 20;

interface LinkedIncident {
  readonly onset: number | null;
  readonly lastStep: number | null;
  readonly environment: string | null;
  readonly split: Split;
  readonly segment: string;
  readonly state: string;
}

/** The run's page at the steps, the environment and the split that an incident is about. */
export function noticeHref(run: string, incident: LinkedIncident): string {
  const { onset, lastStep, environment, split, segment, state } = incident;
  const to = Math.max(onset ?? 0, lastStep ?? 0);
  return runHref(run, {
    ...wholeRun,
    environment,
    split,
    // Steps that were run again show in their own segment only.
    segment: state === "rolled_back" ? segment : null,
    steps: onset === null ? { kind: "all" } : { kind: "range", from: Math.max(0, onset - stepsBefore), to },
  });
}
