import type { Severity } from "../detect/severity";
import type { VerdictName } from "../detect/verdict";
import type { Rate } from "../rate";
import type { RunDetail, RunState } from "../run";
import type { RunIncident } from "../run-incident";
import type { Estimate } from "../statistics/estimate";
import type { Mean, StepSummary } from "../step-summary";
import type { MeanMeasure, RateMeasure } from "./measures";

/** Runs that can be looked at together; more lines than this no eye tells apart. */
export const mostCompared = 8;

/** What stands at the same place of the axis: equal steps, or steps equally long after each run's incident began. */
export const alignments = ["step", "onset"] as const;
export type Alignment = (typeof alignments)[number];

/** Steps that are counted: those that all runs have, all that any has, or the common ones from the first onset on. */
export const rangeKinds = ["common", "whole", "after"] as const;
export type RangeKind = (typeof rangeKinds)[number];

/** Places on the common axis: steps, or steps from an onset, which may be below 0. Both ends belong to it. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

export interface CompareRequest {
  /** As it is named here, or the first. */
  readonly baseline: string | null;
  readonly alignment: Alignment;
  /** The step that stands at 0 in runs without an incident; null: they are left out when onsets are aligned. */
  readonly at: number | null;
  /** A range by name, or by its places. */
  readonly range: RangeKind | Places;
  /** Most points that a chart draws of one run. */
  readonly resolution: number;
  /** The failure kind whose share is drawn; absent or null: of all that was lost. */
  readonly kind?: string | null;
}

/** One run as it is read: its train or eval steps under the filters, of increasing step. */
export interface ReadRun {
  readonly detail: Pick<RunDetail, "run" | "settings" | "state" | "verdict" | "environments">;
  readonly steps: readonly StepSummary[];
  readonly incidents: readonly RunIncident[];
}

/** A rate of some steps with its smallest and largest single step; null where no step has one. */
export interface PointRate extends Rate {
  readonly low: number | null;
  readonly high: number | null;
}

/** Some steps of one run as one place of the charts. */
export interface ComparePoint {
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  readonly complete: boolean;
  readonly evidence: Mean & { readonly se: number | null; readonly low: number | null; readonly high: number | null };
  readonly asScored: Mean;
  readonly lost: PointRate;
  /** Rollouts of the kind that was asked for, of those received; null: none was asked for. */
  readonly ofKind: PointRate | null;
  readonly masked: PointRate;
  /** Failed, unscored and, in complete steps, never heard of, of what was expected. */
  readonly withoutResult: Rate;
}

/** What a run's line is aligned by. */
export interface CompareIncident {
  readonly id: string;
  readonly series: string;
  readonly onset: number;
  readonly severity: Severity;
}

/** One of the compared runs. */
export interface ComparedRun {
  readonly run: string;
  readonly title: string | null;
  readonly state: RunState;
  readonly verdict: VerdictName;
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  /** Its worst incident that nobody expects and no launch rolled back; the earliest of equals. */
  readonly incident: CompareIncident | null;
  /** The step that stands at 0; null: this run is left out of this alignment. */
  readonly origin: number | null;
  /** The steps of the range that it has, in its own numbers; null: none. */
  readonly counted: {
    readonly from: number;
    readonly to: number;
    readonly steps: number;
    readonly filling: number;
  } | null;
  readonly received: number;
  readonly reportsFailures: boolean;
  readonly environments: readonly string[];
  readonly points: readonly ComparePoint[];
}

/** What one run has of a row, and how it differs from the baseline. */
export interface CompareCell<Value> {
  readonly value: Value;
  /** null where there is too little to say. */
  readonly estimate: Estimate | null;
  /** How many rollouts count for one; 1 where nothing is known. */
  readonly designEffect: number;
  /** This run less the baseline; null in the baseline itself. */
  readonly difference: Estimate | null;
  /** The two intervals do not touch. */
  readonly isApart: boolean;
}

export interface RateRow {
  readonly measure: RateMeasure | `kind:${string}`;
  /** In the order of the runs; null: the run is left out. */
  readonly cells: readonly (CompareCell<Rate> | null)[];
}

export interface MeanRow {
  readonly measure: MeanMeasure;
  readonly cells: readonly (CompareCell<Mean> | null)[];
}

/** Runs side by side. Lists by run are in the order of `runs`. */
export interface Comparison {
  readonly runs: readonly ComparedRun[];
  readonly baseline: number;
  readonly alignment: Alignment;
  readonly at: number | null;
  readonly rangeKind: RangeKind | "chosen";
  /** null: there is nothing in it. */
  readonly range: Places | null;
  /** From the first place of any run to the last. */
  readonly span: Places | null;
  /** Steps that a point spans. */
  readonly width: number;
  readonly inPercent: boolean;
  /** The failure kind whose share is drawn; null: of all that was lost. */
  readonly kind: string | null;
  readonly means: readonly MeanRow[];
  readonly rates: readonly RateRow[];
  /** Failure kinds that have no row, each rarer than those that have. */
  readonly otherKinds: number;
}
