/** The table of differences: what each run has of each measure, and the rollouts behind it. */
import type { CompareCell, ComparedRun, Comparison } from "@/lib/core/compare/comparison";
import { type MeanMeasure, type RateMeasure, rateMeasures } from "@/lib/core/compare/measures";
import { kindOfSeries } from "@/lib/core/detect/rate-series";
import { type Rate, rateValue } from "@/lib/core/rate";
import type { Mean } from "@/lib/core/step-summary";
import { formatCount, formatOf, formatReward } from "./format";
import { formatChange, formatInterval } from "./format-change";
import type { Counted } from "./run-links";

export interface DifferenceCell {
  readonly value: string;
  /** Its denominator. */
  readonly of: string;
  readonly interval: string | null;
  /** Against the baseline. */
  readonly change: string | null;
  readonly changeInterval: string | null;
  readonly isApart: boolean;
  /** null: no filter shows just these. */
  readonly counted: Counted | null;
}

export interface DifferenceRow {
  readonly id: string;
  readonly name: string;
  /** A failure kind, to be named in its own colour. */
  readonly kind: string | null;
  readonly explained: string;
  /** In the order of the runs; null: left out, or nothing there. */
  readonly cells: readonly (DifferenceCell | null)[];
}

const rateWords: Readonly<Record<RateMeasure, readonly [name: string, explained: string]>> = {
  lost: ["lost", "Masked, unscored or failed, of those received and not omitted"],
  any_failure: ["any failure", "With a failure kind, masked or failed, of those received"],
  masked: ["masked", "Flagged as no measurement of the policy, of completed ones"],
  unscored: ["unscored", "Completed without a usable reward, of those received"],
  failed: ["failed", "No usable result, of those received"],
  omitted: ["omitted", "Left out on purpose, of those received"],
  unknown: ["not heard of", "Expected in complete steps and missing"],
  suspected_false_zeros: ["suspected false zeros", "Zeros for which nothing was generated, of those received"],
};

const meanWords: Readonly<Record<MeanMeasure, readonly [name: string, explained: string]>> = {
  evidence: ["evidence reward", "Mean reward of scored rollouts"],
  as_scored: ["reward as scored", "Mean of every scored and masked reward"],
};

function steps(run: ComparedRun): Pick<Counted, "steps"> {
  return run.counted === null ? {} : { steps: { from: run.counted.from, to: run.counted.to } };
}

function countMeasure(measure: string): Omit<Counted, "steps"> | null {
  const kind = kindOfSeries(measure);
  if (kind !== null) return { kind };
  switch (measure) {
    case "masked":
    case "unscored":
    case "failed":
    case "omitted":
      return { outcome: measure };
    case "suspected_false_zeros":
      return { suspected: true };
    case "evidence":
      return { outcome: "scored" };
    case "unknown":
      return null;
    default:
      return {};
  }
}

function toCell<Value extends Rate | Mean>(
  cell: CompareCell<Value> | null,
  run: ComparedRun | undefined,
  measure: string,
  inPercent: boolean,
): DifferenceCell | null {
  if (cell === null || run === undefined) return null;
  const { value, estimate, difference, isApart } = cell;
  const mine = "count" in value ? rateValue(value) : value.mean;
  const write = (number: number) => formatReward(number, inPercent);
  const about = countMeasure(measure);
  return {
    value: mine === null ? "–" : write(mine),
    of: "count" in value ? formatOf(value) : `n ${formatCount(value.n)}`,
    interval: estimate === null ? null : `${write(estimate.low).replace("%", "")}–${write(estimate.high)}`,
    change: difference === null ? null : formatChange(difference.value, inPercent),
    changeInterval: difference === null ? null : formatInterval(difference, inPercent).replace("95% interval ", ""),
    isApart,
    counted: about === null ? null : { ...steps(run), ...about },
  };
}

function isRateMeasure(measure: string): measure is RateMeasure {
  return rateMeasures.some((known) => known === measure);
}

/** Rows in the order of the measures, kinds last; of rows that no run has anything of, only the first few stay. */
export function toDifferenceRows({ runs, means, rates, inPercent }: Comparison): readonly DifferenceRow[] {
  const meanRows = means.map(({ measure, cells }): DifferenceRow => {
    const [name, explained] = meanWords[measure];
    return {
      id: measure,
      name,
      kind: null,
      explained,
      cells: cells.map((cell, index) => toCell(cell, runs[index], measure, inPercent)),
    };
  });
  const rateRows = rates.map(({ measure, cells }): DifferenceRow => {
    const kind = kindOfSeries(measure);
    const [name, explained] = isRateMeasure(measure)
      ? rateWords[measure]
      : [kind ?? measure, "With this failure kind, of those received"];
    return {
      id: measure,
      name,
      kind,
      explained,
      cells: cells.map((cell, index) => toCell(cell, runs[index], measure, true)),
    };
  });
  return [...meanRows, ...rateRows];
}
