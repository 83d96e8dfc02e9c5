import { splits } from "@/lib/core/rollout";
import type { StepSummary } from "@/lib/core/step-summary";
import { fromCode, fromStepNumber } from "./rows";

/** A summary as it is kept. */
export interface SummaryRow {
  readonly step: number;
  readonly split: number;
  readonly complete: number;
  readonly segment: string;
  readonly environment: string | null;
  readonly body: string;
}

/** Everything of a summary that does not stand in a column. */
type SummaryBody = Omit<StepSummary, "step" | "split" | "segment" | "environment" | "complete">;

export function decodeSummary(row: SummaryRow): StepSummary {
  const body: SummaryBody = JSON.parse(row.body);
  return {
    step: fromStepNumber(row.step),
    split: fromCode(splits, row.split),
    segment: row.segment,
    environment: row.environment,
    complete: row.complete === 1,
    ...body,
  };
}
