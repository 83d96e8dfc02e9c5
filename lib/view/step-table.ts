import { displayFailureKind } from "@/lib/core/failure-kind";
import type { Outcome } from "@/lib/core/outcome";
import { maskedFraction, type StepBucket } from "@/lib/core/series";
import { formatCount, formatPercent, formatReward } from "./format";
import type { Counted } from "./run-links";
import { rankKinds } from "./totals";

/** One cell of the table that says what the charts draw. */
export interface TableCell {
  readonly text: string;
  /** The rollouts that it counts; null where there are none to see. */
  readonly counted: Counted | null;
}

export interface TableColumn {
  readonly id: string;
  readonly heading: string;
  readonly explained: string;
}

export const stepColumns: readonly TableColumn[] = [
  { id: "step", heading: "step", explained: "Step, or the steps summed in this row" },
  { id: "evidence", heading: "evidence", explained: "Mean reward of scored rollouts, and their number" },
  { id: "as_scored", heading: "as scored", explained: "Mean of every scored and masked reward" },
  { id: "expected", heading: "expected", explained: "Declared, or heard of where nothing was declared" },
  { id: "scored", heading: "scored", explained: "Completed with a finite reward, not masked" },
  { id: "masked", heading: "masked", explained: "Flagged as no measurement of the policy" },
  { id: "unscored", heading: "unscored", explained: "Completed without a usable reward" },
  { id: "failed", heading: "failed", explained: "No usable result" },
  { id: "omitted", heading: "omitted", explained: "Left out on purpose" },
  { id: "unknown", heading: "not heard of", explained: "Expected: missing, or to come while filling" },
  { id: "mask_rate", heading: "masked share", explained: "Flagged, of completed rollouts" },
  { id: "kinds", heading: "failure kinds", explained: "Rollouts by failure kind, most frequent first" },
];

const mostKinds = 4;

/** The cells of one row, in the order of {@link stepColumns}. */
export function toTableRow(bucket: StepBucket, inPercent: boolean): readonly TableCell[] {
  const steps = { from: bucket.from, to: bucket.to };
  const outcome = (name: Exclude<Outcome, "unknown">): TableCell => ({
    text: formatCount(bucket[name]),
    counted: bucket[name] === 0 ? null : { steps, outcome: name },
  });
  const plain = (text: string): TableCell => ({ text, counted: null });
  const mean = (value: { readonly mean: number | null; readonly n: number }) =>
    plain(value.mean === null ? "– (n 0)" : `${formatReward(value.mean, inPercent)} (n ${formatCount(value.n)})`);
  const masked = maskedFraction(bucket);
  return [
    { text: bucket.from === bucket.to ? String(bucket.from) : `${bucket.from}–${bucket.to}`, counted: { steps } },
    mean(bucket.evidence),
    mean(bucket.asScored),
    plain(formatCount(bucket.expected)),
    outcome("scored"),
    outcome("masked"),
    outcome("unscored"),
    outcome("failed"),
    outcome("omitted"),
    plain(describeUnknown(bucket)),
    plain(masked.n === 0 ? "–" : `${formatPercent(masked.count / masked.n)} of ${formatCount(masked.n)}`),
    plain(describeKinds(bucket)),
  ];
}

function describeUnknown(bucket: StepBucket): string {
  if (bucket.unknown === 0) return "0";
  return `${formatCount(bucket.unknown)} ${bucket.complete ? "missing" : "to come"}`;
}

function describeKinds(bucket: StepBucket): string {
  const kinds = rankKinds([bucket]);
  const named = kinds.slice(0, mostKinds).map(({ kind, count }) => `${displayFailureKind(kind)} ${formatCount(count)}`);
  const rest = kinds.length - named.length;
  return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}
