import type { IssueDetail, IssueSpan, StoredIssueSample } from "../issues/issue";
import type { IssueDifference } from "../issues/issue-difference";
import type { RunDetail } from "../run";
import type { RunIncident, RunVerdict } from "../run-incident";
import type { StepSummary } from "../step-summary";
import type { AlertRule } from "./alert-rule";
import type { ReportBooks } from "./books";
import type { IncidentFigures } from "./figures";

/** A failure issue as a post-mortem has it: what it was in this run. */
export interface ReportIssue {
  readonly issue: IssueDetail;
  readonly span: IssueSpan;
  /** Of this run. */
  readonly samples: readonly StoredIssueSample[];
}

/** Everything that a post-mortem is written from, read at one revision. */
export interface ReportData {
  readonly detail: RunDetail;
  readonly revision: string;
  /** Train steps that count now, in order. */
  readonly steps: readonly StepSummary[];
  /** Train steps that a newer launch ran again. */
  readonly superseded: readonly StepSummary[];
  /** Eval steps, and the block of eval rollouts outside any step. */
  readonly evalSteps: readonly StepSummary[];
  /** All of them, newest onset first. */
  readonly incidents: readonly RunIncident[];
  /** Those that are told in full, in the order in which they are. */
  readonly figures: readonly IncidentFigures[];
  readonly verdict: RunVerdict;
  readonly books: ReportBooks;
  /** The most frequent first. */
  readonly issues: readonly ReportIssue[];
  /** How many more issues the run has. */
  readonly otherIssues: number;
  /** What sets an incident's rollouts apart, by the incident's id. */
  readonly differences: Readonly<Record<string, IssueDifference>>;
  readonly rule: AlertRule;
  /** What this server keeps of the text of rows. */
  readonly payloads: "none" | "slim" | "full";
}
