import { dispositions } from "@/lib/core/rollout";
import type { RunDetail } from "@/lib/core/run";
import type { StepSummary } from "@/lib/core/step-summary";
import { formatCount, formatNoun, formatNumber } from "./format";
import type { Counted } from "./run-links";
import type { Totals } from "./totals";

/** Something that a reader of these numbers should know, in words. */
export interface Warning {
  readonly id: string;
  readonly text: string;
  readonly counted: Counted | null;
}

const nestedSource = "instance_config.mask_sample";

/** What the counts of the steps shown give cause to say; nothing where there is no cause. */
export function listWarnings(detail: RunDetail, totals: Totals, newest: StepSummary | null): Warning[] {
  const { settings } = detail;
  const { coverage } = totals;
  const warnings: Warning[] = [];
  const add = (id: string, text: string, counted: Counted | null = null) => warnings.push({ id, text, counted });

  const told = describeDispositions(totals);
  if (told !== null) add("dispositions", told);
  const topOnly = totals.maskFlagged - (totals.maskSources[nestedSource] ?? 0);
  if (topOnly > 0) {
    add(
      "mask_source",
      `${formatCount(topOnly)} of ${formatNoun(totals.maskFlagged, "flagged rollout")} ${topOnly === 1 ? "is" : "are"} flagged outside ${nestedSource}. They train in trainers that read only ${nestedSource}.`,
      { outcome: "masked" },
    );
  }
  if (coverage.masked > 0 && settings.world === null) {
    add(
      "world",
      "How the trainer treats masked rollouts is not told (world), so “as scored” is what it learns from if it ignores the flags.",
    );
  }
  if (coverage.failed > 0 && settings.onFailed === null) {
    const left = coverage.failed === 1 ? "failed rollout is" : "failed rollouts are";
    add(
      "on_failed",
      `${formatCount(coverage.failed)} ${left} left out of “as scored”, because what the trainer does with them is not told (on_failed).`,
      { outcome: "failed" },
    );
  }
  if (totals.suspectedFalseZeros > 0) {
    const counts = totals.suspectedFalseZeros === 1 ? "It counts" : "They count";
    add(
      "suspected",
      `${formatNoun(totals.suspectedFalseZeros, "suspected false zero")}: reward exactly ${formatNumber(settings.failureReward)}, no failure kind, and the producer reported that nothing was generated. ${counts} as scored.`,
      { suspected: true },
    );
  }
  if (totals.degraded > 0) {
    add(
      "degraded",
      `${formatNoun(totals.degraded, "rollout")} ${totals.degraded === 1 ? "is scored and carries" : "are scored and carry"} a failure kind all the same (degraded).`,
    );
  }
  if (totals.lostAttempts > 0) {
    add(
      "lost_attempts",
      `${formatNoun(totals.lostAttempts, "attempt")} of ${formatCount(totals.attempts)} came to nothing and ${totals.lostAttempts === 1 ? "was" : "were"} tried again. The rollouts that count do not show it.`,
    );
  }
  const declared = newest?.declared ?? null;
  if (newest !== null && newest.step !== null && declared !== null && newest.received > declared) {
    add(
      "overfull",
      `Step ${newest.step} has heard ${formatCount(newest.received)} rollouts, and ${formatCount(declared)} were declared. Did the trainer resume without naming a new segment?`,
      { steps: { from: newest.step, to: newest.step } },
    );
  }
  for (const { name, file, theirs, ours, agrees } of detail.comparisons) {
    if (agrees !== false || ours === null) continue;
    add(`count ${file} ${name}`, `${file} counts ${formatCount(theirs)} ${name}; here it is ${formatCount(ours)}.`);
  }
  return warnings;
}

/** What the trainer said it did with the rollouts shown; null where it said nothing. */
function describeDispositions({ coverage, dispositions: counts, trained }: Totals): string | null {
  const { received } = coverage;
  const parts = dispositions.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [{ name, count }];
  });
  const told = parts.reduce((total, { count }) => total + count, 0);
  if (told > 0) {
    const silent = told < received ? `; of ${formatCount(received - told)} it told nothing` : "";
    const list = parts.map(({ name, count }) => `${formatCount(count)} ${name.replace("_", " ")}`).join(", ");
    return `Trained ${formatCount(counts["trained"] ?? 0)} of ${formatCount(received)} generated. What the trainer did: ${list}${silent}.`;
  }
  if (trained.n === 0) return null;
  return `The trainer told its own reward for ${formatCount(trained.n)} of ${formatCount(received)} generated, and not what it did with them (disposition).`;
}
