/** The tables of a step's page with their numbers in full, by the names of the API. */
import type { CsvCell, CsvSheet } from "@/lib/core/csv";
import { outcomes, storedOutcomes } from "@/lib/core/outcome";
import type { RewardCount, StepGroups } from "@/lib/core/step-groups";
import type { StepSummary } from "@/lib/core/step-summary";
import type { KindRow } from "./step-page-model";

/** Six outcomes, and what they sum to. */
export function toCoverageSheet(summary: StepSummary): CsvSheet {
  return {
    columns: ["outcome", "count", "expected"],
    rows: outcomes.map((outcome) => [outcome, summary[outcome], summary.expected]),
  };
}

/** Kinds against outcomes; the rollouts without a kind have none in their row. */
export function toKindSheet(rows: readonly KindRow[]): CsvSheet {
  return {
    columns: ["kind", ...storedOutcomes, "count"],
    rows: rows.map(({ kind, cells, total }) => [kind, ...storedOutcomes.map((outcome) => cells[outcome].count), total]),
  };
}

/** Every reward that came back, not the bars that it is drawn in. */
export function toRewardSheet(rewards: readonly RewardCount[]): CsvSheet {
  return {
    columns: ["reward", "outcome", "degraded", "suspected_false_zero", "count"],
    rows: rewards.map(({ reward, outcome, degraded, suspected, count }) => [
      reward,
      outcome,
      degraded,
      suspected,
      count,
    ]),
  };
}

export function toEnvironmentSheet(environments: StepGroups["environments"]): CsvSheet {
  return {
    columns: [
      ...["environment", "size", ...storedOutcomes.map((outcome) => `counts.${outcome}`)],
      ...["evidence.n", "evidence.mean", "as_scored.n", "as_scored.mean"],
    ],
    rows: environments.map(({ environment, size, counts, evidence, asScored }): readonly CsvCell[] => [
      ...[environment, size, ...storedOutcomes.map((outcome) => counts[outcome])],
      ...[evidence.n, evidence.mean, asScored.n, asScored.mean],
    ]),
  };
}
