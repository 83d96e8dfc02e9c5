import type { StoredOutcome } from "../outcome";
import type { Rate } from "../rate";
import type { Split } from "../rollout";
import type { Decision, Reopening, TriageState } from "./triage";

/** Where the queue puts an issue: what nobody has looked at first, then what came back, what grows, and the rest. */
export const issueStandings = ["new", "reopened", "rising", "ongoing"] as const;
export type IssueStanding = (typeof issueStandings)[number];

/** Nobody has decided about it, and it was first heard of within this time. */
export const newForMs = 24 * 3_600_000;

/** What a person is told of a decision; the steps it was made at are the store's own affair. */
export type IssueDecision = Omit<Decision, "through">;

/** Why an issue is open again, and in which split. */
export interface IssueReopening extends Reopening {
  readonly split: Split;
}

/** An issue by itself, whatever is counted of it. */
export interface IssueHead {
  readonly id: number;
  /** Of its most frequent form. */
  readonly kind: string;
  readonly template: string;
  readonly state: TriageState;
  /** Grows with every change of state, owner or forms: whoever changes one says which they saw. */
  readonly version: number;
  readonly owner: string | null;
  readonly decision: IssueDecision | null;
  readonly reopened: IssueReopening | null;
  readonly createdAt: number;
  /** The issue that its forms went to; null where it has them still. */
  readonly mergedInto: number | null;
}

/** An issue in one run, over what counts now. */
export interface IssueSpan {
  readonly run: string;
  readonly count: number;
  /** null where every occurrence is outside any step. */
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  /** When the last occurrence finished, else arrived, epoch ms. */
  readonly lastAt: number;
  /** The run's occurrences of any issue. */
  readonly failures: number;
}

/** Steps as one point: occurrences of the rollouts that were expected, and the largest rate of a single step. */
export interface IssuePoint extends Rate {
  readonly from: number;
  readonly to: number;
  readonly max: number;
}

/** How often an issue was seen along one run. Steps that were never heard of make no point. */
export interface IssueSeries {
  readonly run: string;
  readonly split: Split;
  readonly width: number;
  readonly points: readonly IssuePoint[];
}

export type OutcomeCounts = Readonly<Record<StoredOutcome, number>>;

/** An issue of a list. */
export interface IssueEntry extends IssueHead {
  readonly standing: IssueStanding;
  readonly count: number;
  readonly outcomes: OutcomeCounts;
  /** Templates that are one issue: more than one where issues were merged. */
  readonly forms: number;
  /** Of all occurrences, of any issue, in the runs that it was seen in. */
  readonly share: Rate;
  /** How many runs it was seen in. */
  readonly runs: number;
  /** The runs that it was seen in last, at most three, the newest first. */
  readonly spans: readonly IssueSpan[];
  readonly lastAt: number | null;
  /** Along the train steps of the run that it was seen in last; null where it was seen in none. */
  readonly trend: IssueSeries | null;
}

/** What a kind has beyond the issues that are listed. */
export interface OtherIssues {
  readonly kind: string;
  readonly issues: number;
  readonly count: number;
}

export interface IssueForm {
  readonly fingerprint: string;
  readonly kind: string;
  readonly template: string;
  readonly count: number;
  /** The issue that it was before it was merged into this one; null: it began here. */
  readonly cameFrom: number | null;
}

/** A verbatim reason, of the first rollout that gave it. */
export interface StoredIssueSample {
  readonly rollout: number;
  readonly run: string;
  readonly split: Split;
  readonly step: number | null;
  readonly outcome: StoredOutcome;
  readonly environment: string | null;
  readonly reason: string | null;
  readonly at: number;
}

/** Everything that happened to an issue: what people did, and what a rule did because it was seen again. */
export type IssueEvent = { readonly at: number; readonly by: string | null } & (
  | { readonly act: "acknowledge" | "reopen" | "resolve" }
  | { readonly act: "ignore"; readonly untilRate: number | null }
  | { readonly act: "own"; readonly owner: string | null }
  | { readonly act: "note"; readonly text: string }
  /** By rule. */
  | { readonly act: "reopened"; readonly reopening: IssueReopening }
  /** By rule: the rollouts that had reopened it are gone, or were retried with success. */
  | { readonly act: "withdrawn" }
  /** Forms that came from another issue or went to one. */
  | {
      readonly act: "merge" | "unmerge" | "inherit";
      readonly from: number | null;
      readonly to: number;
      readonly templates: readonly string[];
    }
);

export interface SuggestedMerge {
  readonly id: number;
  readonly template: string;
  readonly count: number;
  readonly similarity: number;
}

export interface IssueDetail extends IssueEntry {
  readonly allForms: readonly IssueForm[];
  /** The newest first, at most 100. */
  readonly allSpans: readonly IssueSpan[];
  /** Of the runs that it was seen in last, at most eight. */
  readonly series: readonly IssueSeries[];
  readonly samples: readonly StoredIssueSample[];
  /** The newest last. */
  readonly history: readonly IssueEvent[];
  readonly suggestions: readonly SuggestedMerge[];
}
