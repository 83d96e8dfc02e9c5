/** What sets an issue's rollouts apart, in words and as rows of a table. */

import type { JudgedCategory, JudgedNumber } from "@/lib/core/difference/describe-difference";
import { labelPrefix } from "@/lib/core/filter/term";
import type { IssueDifference } from "@/lib/core/issues/issue-difference";
import type { Rate } from "@/lib/core/rate";
import { formatCount, formatDuration, formatNoun, formatNumber, formatPercent, formatRate } from "./format";
import { type PhrasePart, plain, strong } from "./phrase";

const attributeNames: Readonly<Record<string, string>> = {
  environment: "environment",
  policy_step: "policy version",
  truncated: "truncated",
  turns: "turns",
  duration_ms: "duration",
  input_tokens: "input tokens",
  output_tokens: "output tokens",
};

/** A label by its own name, other attributes in our words. */
function nameAttribute(attribute: string): string {
  return attributeNames[attribute] ?? attribute.replace(/^label\./, "");
}

function nameSteps({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? `step ${formatCount(from)}` : `steps ${formatCount(from)} to ${formatCount(to)}`;
}

function percent({ count, n }: Rate): string {
  return n === 0 ? "none" : formatPercent(count / n);
}

/** The answer, first. */
export function sayDifference(found: IssueDifference): PhrasePart[] {
  if (found.range === null) return [plain("It was not seen in this run's train steps.")];
  const where = found.baseline === "range" ? "the others there" : "those of the steps before";
  if (found.verdict === "too_few") {
    const few = `${formatNoun(found.failing, "rollout")} of it against ${formatCount(found.others)} of ${where}`;
    return [strong("Too few to compare"), plain(`: ${few}.`)];
  }
  const [top] = found.causes;
  if (found.verdict === "none_separates" || top === undefined) {
    return [strong("No attribute separates them"), plain(` from ${where}: none that was fixed before they ran.`)];
  }
  const { value, failing, others } = top.top;
  return [
    strong(`${percent(failing)} of them`),
    plain(` have ${nameAttribute(top.attribute)} `),
    { as: "name", text: value ?? "told" },
    plain(`, against ${percent(others)} of ${where}.`),
  ];
}

/** The label that sets the rollouts apart most, by which a view can be filtered; null where it is no label, or none does. */
export function separatingLabel(found: IssueDifference): readonly [name: string, value: string] | null {
  const [top] = found.causes;
  if (found.verdict !== "separates" || top === undefined || !top.attribute.startsWith(labelPrefix)) return null;
  return top.top.value === null ? null : [top.attribute.slice(labelPrefix.length), top.top.value];
}

/** What was compared with what. */
export function sayCompared(found: IssueDifference): string {
  if (found.range === null) return "";
  const against = found.against === null || found.baseline === "range" ? "the same steps" : nameSteps(found.against);
  const cut = found.isWhole ? "" : "; older steps are left out";
  return `${formatNoun(found.failing, "rollout")} in ${nameSteps(found.range)}, held against ${formatCount(found.others)} others of ${against}${cut}`;
}

export interface DifferenceRow {
  readonly key: string;
  readonly attribute: string;
  /** null: a number, which has no single value. */
  readonly value: string | null;
  readonly failing: string;
  readonly others: string;
  readonly test: string;
  readonly separates: boolean;
}

/** `p < 0.0001`, `p = 0.03`; corrected for everything that was looked at. */
function writeP(p: number): string {
  return p < 0.0001 ? "p < 0.0001" : `p = ${formatNumber(Number(p.toPrecision(2)))}`;
}

function toCategoryRow(category: JudgedCategory): DifferenceRow {
  const { attribute, top, test, correctedP, separates, role } = category;
  return {
    key: `${attribute} ${role}`,
    attribute: nameAttribute(attribute),
    value: top.value ?? "not told",
    failing: formatRate(top.failing),
    others: formatRate(top.others),
    test: `${test === "g" ? "G-test" : "Fisher"}, ${writeP(correctedP)}`,
    separates,
  };
}

function toNumberRow({ attribute, failing, others, d, correctedP, separates }: JudgedNumber): DifferenceRow {
  const write = (value: number) => (attribute === "duration_ms" ? formatDuration(value) : formatNumber(value));
  return {
    key: attribute,
    attribute: nameAttribute(attribute),
    value: null,
    failing: `median ${write(failing.median)} of ${formatCount(failing.n)}`,
    others: `median ${write(others.median)} of ${formatCount(others.n)}`,
    test: `Kolmogorov-Smirnov, D = ${formatNumber(Number(d.toPrecision(2)))}, ${writeP(correctedP)}`,
    separates,
  };
}

export function toCauseRows(found: IssueDifference): DifferenceRow[] {
  return found.causes.map(toCategoryRow);
}

export function toSymptomRows(found: IssueDifference): DifferenceRow[] {
  return [...found.numbers.map(toNumberRow), ...found.symptoms.map(toCategoryRow)];
}
