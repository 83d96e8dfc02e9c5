/** Whose a change of the reward is, for the steps shown against earlier ones: in a sentence, and term by term. */

import type { CsvSheet } from "@/lib/core/csv";
import { formatCount, formatNoun, formatReward } from "./format";
import { formatPoints, formatSigned } from "./format-change";
import type { StepRange } from "./step-axis";

export interface AttributionTerms {
  readonly change: number;
  readonly before: number;
  readonly after: number;
  readonly lost: number;
  readonly survivors: number;
  readonly policy: number;
  readonly mix: number;
}

export interface AttributedPeriod extends StepRange {
  readonly steps: number;
  /** Rewards that the mean is of, and how many of them are evidence. */
  readonly n: number;
  readonly evidence: number;
}

export interface Attributed {
  readonly before: AttributedPeriod | null;
  readonly after: AttributedPeriod | null;
  readonly attribution: AttributionTerms | null;
}

export interface AttributionRow {
  readonly label: string;
  readonly value: string;
  readonly as: "end" | "term" | "part";
  /** Where its bar lies between the least and the largest mean of the waterfall, as fractions of the width. */
  readonly bar: { readonly left: number; readonly width: number; readonly falls: boolean } | null;
}

export interface AttributionModel {
  readonly sentence: string;
  readonly rows: readonly AttributionRow[];
  readonly periods: readonly string[];
}

/** `Of the 15.1-point drop, 14.1 are lost rollouts, 0.9 the survivors.` */
function say({ change, lost, survivors }: AttributionTerms, inPercent: boolean, isAllEvidence: boolean): string {
  const total = formatPoints(change, inPercent);
  if (Number(total.replaceAll(",", "")) === 0) return "The mean as scored did not change.";
  const name = change < 0 ? "drop" : "rise";
  const of = inPercent ? `${total}-point ${name}` : `${name} of ${total}`;
  if (isAllEvidence) {
    return `All of the ${of} is in rewards that count as evidence. No loss was reported: one that nobody reports looks like this too.`;
  }
  const sameWay = [lost, survivors].every((term) => term === 0 || term < 0 === change < 0);
  if (sameWay) {
    return `Of the ${of}, ${formatPoints(lost, inPercent)} are lost rollouts, ${formatPoints(survivors, inPercent)} the survivors.`;
  }
  const unit = inPercent ? " points" : "";
  return `Of the ${of}: lost rollouts ${formatSigned(lost, inPercent)}${unit}, the survivors ${formatSigned(survivors, inPercent)}${unit}.`;
}

function namePeriod({ from, to, steps, n, evidence }: AttributedPeriod): string {
  const range = from === to ? `step ${formatCount(from)}` : `steps ${formatCount(from)}–${formatCount(to)}`;
  return `${range} (${formatNoun(steps, "step")}, ${formatCount(n)} rewards, ${formatCount(evidence)} of them evidence)`;
}

/** @returns null where there is nothing to compare. */
export function toAttributionModel(
  { before, after, attribution }: Attributed,
  inPercent: boolean,
): AttributionModel | null {
  if (before === null || after === null || attribution === null) return null;
  const { lost, policy, mix } = attribution;
  const ends = [attribution.before, attribution.before + lost, attribution.before + lost + policy, attribution.after];
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const span = high - low || 1;
  const bar = (from: number, to: number) => ({
    left: (Math.min(from, to) - low) / span,
    width: Math.abs(to - from) / span,
    falls: to < from,
  });
  const end = (label: string, mean: number): AttributionRow => {
    return { label, value: formatReward(mean, inPercent), as: "end", bar: bar(0, mean) };
  };
  let at = attribution.before;
  const term = (label: string, change: number): AttributionRow => {
    const from = at;
    at += change;
    return { label, value: formatSigned(change, inPercent), as: "term", bar: bar(from, at) };
  };
  const isAllEvidence = before.evidence === before.n && after.evidence === after.n;
  // Where nobody reported a loss there are no survivors either.
  const who = isAllEvidence ? "scored rollouts" : "survivors";
  return {
    sentence: say(attribution, inPercent, isAllEvidence),
    rows: [
      end("as scored, before", attribution.before),
      term("lost rollouts", lost),
      term(`${who}: their own change`, policy),
      term(`${who}: the environments’ mix`, mix),
      end("as scored, now", attribution.after),
    ],
    periods: [`From ${namePeriod(before)}`, `to ${namePeriod(after)}.`],
  };
}

/** The same sum in full: the two means with the steps that they are of, and between them the terms of the change. */
export function toAttributionSheet({ before, after, attribution }: Attributed): CsvSheet {
  const columns = ["term", "reward", "from", "to", "steps", "n", "evidence"];
  if (before === null || after === null || attribution === null) return { columns, rows: [] };
  const end = ({ from, to, steps, n, evidence }: AttributedPeriod) => [from, to, steps, n, evidence];
  const none = [null, null, null, null, null];
  const { lost, policy, mix } = attribution;
  return {
    columns,
    rows: [
      ["before", attribution.before, ...end(before)],
      ["lost", lost, ...none],
      ["policy", policy, ...none],
      ["mix", mix, ...none],
      ["after", attribution.after, ...end(after)],
    ],
  };
}
