import type { RunOverview } from "./run";
import type { StepSummary } from "./step-summary";

/** One step of a run's sparkline. */
export interface RecentStep {
  readonly step: number;
  readonly evidence: number | null;
  /** Share of the step's rollouts that are no evidence: masked, unscored or failed, of those received and not omitted. */
  readonly lost: number | null;
}

export interface RunListEntry extends RunOverview {
  readonly openIncidents: number;
  /** The newest steps, oldest first, at most 60. */
  readonly recent: readonly RecentStep[];
  /** The newest step's summary, complete or not. */
  readonly newest: StepSummary | null;
}
