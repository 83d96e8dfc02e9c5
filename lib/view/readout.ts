import { displayFailureKind } from "@/lib/core/failure-kind";
import { maskedFraction, type StepBucket } from "@/lib/core/series";
import { nameSteps } from "./chart-marks";
import { kindColour } from "./colour";
import { suspectedColour, suspectedName } from "./failures-model";
import { formatCount, formatNoun, formatOf, formatPercent, formatReward, formatUtc, visibleText } from "./format";
import { evidenceInterval, thinBelow } from "./reward-scale";
import type { Smoothed } from "./smoothing";
import { rankKinds } from "./totals";

export interface ReadoutRow {
  readonly name: string;
  readonly value: string;
  readonly colour: string | null;
}

/** What the charts say about one bucket, in words and numbers. */
export interface Readout {
  readonly title: string;
  readonly remark: string;
  readonly rows: readonly ReadoutRow[];
  /** What people noted at these steps. */
  readonly notes: readonly string[];
}

/** The smoothed lines, and which of their points is read. */
export interface SmoothedAt {
  readonly lines: Smoothed;
  readonly index: number;
}

const mostKinds = 6;

/** All numbers under the crosshair, each with its denominator. */
export function toReadout(
  bucket: StepBucket,
  inPercent: boolean,
  notes: readonly string[] = [],
  smoothed: SmoothedAt | null = null,
): Readout {
  /** The raw number is told first; what it is smoothed to stands below it. */
  const smooth = (line: keyof Smoothed, colour: string, write: (value: number) => string): ReadoutRow[] => {
    const value = smoothed?.lines[line][smoothed.index]?.value ?? null;
    return value === null ? [] : [{ name: "smoothed", value: write(value), colour }];
  };
  const reward = (value: number) => formatReward(value, inPercent);
  const rows: ReadoutRow[] = [
    { name: "evidence", value: describeEvidence(bucket, inPercent), colour: "var(--evidence)" },
    ...smooth("evidence", "var(--evidence)", reward),
    { name: "as scored", value: describeMean(bucket.asScored, inPercent), colour: "var(--as-scored)" },
    ...smooth("as_scored", "var(--as-scored)", reward),
  ];
  if (bucket.trained.mean !== null) {
    rows.push({ name: "trained", value: describeMean(bucket.trained, inPercent), colour: "var(--trained)" });
    rows.push(...smooth("trained", "var(--trained)", reward));
  }
  const kinds = rankKinds([bucket]);
  for (const { kind, count } of kinds.slice(0, mostKinds)) {
    const value = describeRate(count, bucket.received) + describePeak(bucket, `kind:${kind}`);
    rows.push({ name: displayFailureKind(kind), value, colour: kindColour(kind) });
  }
  if (kinds.length > mostKinds) {
    const rest = kinds.slice(mostKinds);
    const count = rest.reduce((total, kind) => total + kind.count, 0);
    rows.push({ name: `${rest.length} other kinds`, value: describeRate(count, bucket.received), colour: null });
  }
  if (bucket.suspectedFalseZeros > 0) {
    const value =
      describeRate(bucket.suspectedFalseZeros, bucket.received) + describePeak(bucket, "suspected_false_zeros");
    rows.push({ name: suspectedName, value, colour: suspectedColour });
  }
  const masked = maskedFraction(bucket);
  rows.push({
    name: "masked",
    value: describeRate(masked.count, masked.n) + describePeak(bucket, "masked"),
    colour: "var(--masked)",
  });
  rows.push(...smooth("masked", "var(--masked)", formatPercent));
  const noResult = bucket.failed + bucket.unscored;
  if (noResult > 0) {
    rows.push({ name: "no result", value: describeRate(noResult, bucket.expected), colour: "var(--no-result)" });
  }
  if (bucket.unknown > 0) {
    const name = bucket.complete ? "missing" : "to come";
    rows.push({ name, value: formatOf({ count: bucket.unknown, n: bucket.expected }), colour: null });
  }
  if (bucket.lostAttempts > 0) {
    rows.push({ name: "lost attempts", value: formatCount(bucket.lostAttempts), colour: null });
  }
  const heard = bucket.finishedAt ?? bucket.lastSeenAt;
  return {
    title: nameSteps(bucket),
    remark: [bucket.complete ? "" : "filling", heard === null ? "" : formatUtc(heard).slice(0, 16)]
      .filter((part) => part !== "")
      .join(" · "),
    rows,
    notes,
  };
}

function describeEvidence(bucket: StepBucket, inPercent: boolean): string {
  const { mean, n } = bucket.evidence;
  if (mean === null) return "none";
  const interval = evidenceInterval(bucket.evidence, inPercent);
  const range =
    interval === null
      ? ""
      : ` (${formatReward(interval[0], inPercent).replace("%", "")}–${formatReward(interval[1], inPercent).replace("%", "")})`;
  return `${formatReward(mean, inPercent)}${range} · n ${formatCount(n)}${n < thinBelow ? ", thin" : ""}`;
}

function describeMean({ mean, n }: StepBucket["asScored"], inPercent: boolean): string {
  return mean === null ? "none" : `${formatReward(mean, inPercent)} · n ${formatCount(n)}`;
}

function describeRate(count: number, n: number): string {
  if (n === 0) return "none of 0";
  if (count === 0) return `0 of ${formatCount(n)}`;
  return `${formatOf({ count, n })} · ${formatPercent(count / n)}`;
}

function describePeak(bucket: StepBucket, rate: string): string {
  const peak = bucket.max[rate];
  return bucket.steps > 1 && peak !== undefined && peak > 0 ? ` · up to ${formatPercent(peak)} in a step` : "";
}

/** The same as one sentence, for a reader who hears the page. */
export function speakReadout(readout: Readout, bucket: StepBucket): string {
  const parts = readout.rows.map((row) => `${row.name} ${row.value}`);
  const notes = readout.notes.map((note) => ` Note: ${visibleText(note)}`).join("");
  return `${readout.title}, ${formatNoun(bucket.received, "rollout")}. ${parts.join("; ")}.${notes}`;
}
