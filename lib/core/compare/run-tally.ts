import type { TriageState } from "../issues/triage";

/** How often a failure issue was seen in some steps of one run. */
export interface IssueCount {
  readonly issue: number;
  /** Of its most frequent form there. */
  readonly kind: string;
  readonly template: string;
  readonly state: TriageState;
  readonly count: number;
}

/** How many rollouts of some steps carry a label with this value. */
export interface LabelCount {
  readonly name: string;
  readonly value: string;
  readonly count: number;
}

/** What some steps of one run are about, beside their summaries. */
export interface RunTally {
  /** Rollouts that count, labelled or not. */
  readonly rollouts: number;
  readonly issues: readonly IssueCount[];
  readonly labels: readonly LabelCount[];
}
