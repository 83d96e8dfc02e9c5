/** Rollout filters as they are asked: plain parameters, which have indexes and addresses of their own, and the rest. */
import { type StoredOutcome, storedOutcomes } from "../outcome";
import { type Pair, type Split, splits } from "../rollout";
import type { RolloutFilter } from "../stored-rollout";
import type { Condition, NumberRange } from "./condition";
import type { ReadTerm } from "./read-filter";

export interface AskedRollouts {
  readonly from: number | null;
  readonly to: number | null;
  readonly split: Split;
  readonly environment: string | null;
  readonly segment: string | null;
  readonly labels: readonly Pair<string>[];
  readonly outcome: StoredOutcome | null;
  readonly kind: string | null;
  readonly group: string | null;
  /** A failure issue, by its number. */
  readonly issue: number | null;
  readonly suspected: boolean;
  readonly text: string;
}

/** The one name that a condition asks for, to the letter; null where it asks for more or less. */
export function toOnlyName(condition: Condition): string | null {
  if (condition.as !== "names" && condition.as !== "label") return null;
  const [only, second] = condition.values;
  if (condition.not || only === undefined || second !== undefined || only.glob) return null;
  return only.text;
}

/** Whole numbers from … to …, both included, where a condition asks for one such stretch. */
export function toOnlyRange(condition: Condition): { readonly from: number | null; readonly to: number | null } | null {
  if (condition.as !== "numbers" || condition.not || condition.values.length !== 1) return null;
  const [range] = condition.values;
  return range === undefined ? null : toWhole(range);
}

function toWhole({ min, max, isAbove, isBelow }: NumberRange) {
  const from = min === null ? null : isAbove ? min + 1 : min;
  const to = max === null ? null : isBelow ? max - 1 : max;
  return to !== null && to < (from ?? 0) ? null : { from, to };
}

function absorbName(asked: AskedRollouts, field: string, name: string): AskedRollouts | null {
  if (field === "kind") return asked.kind === null ? { ...asked, kind: name } : null;
  if (field === "env") return asked.environment === null ? { ...asked, environment: name } : null;
  if (field === "group") return asked.group === null ? { ...asked, group: name } : null;
  if (field === "segment") return asked.segment === null ? { ...asked, segment: name } : null;
  if (field === "outcome") {
    const outcome = storedOutcomes.find((one) => one === name);
    return asked.outcome === null && outcome !== undefined ? { ...asked, outcome } : null;
  }
  if (field !== "split") return null;
  const split = splits.find((one) => one === name);
  return asked.split === "train" && split !== undefined ? { ...asked, split } : null;
}

function absorbRange(asked: AskedRollouts, field: string, condition: Condition): AskedRollouts | null {
  const range = toOnlyRange(condition);
  if (range === null) return null;
  if (field === "issue") {
    const isOne = asked.issue === null && range.from !== null && range.from === range.to && range.from > 0;
    return isOne ? { ...asked, issue: range.from } : null;
  }
  if (field !== "step" || asked.from !== null || asked.to !== null) return null;
  return { ...asked, ...range };
}

/** What is asked with one condition more; null where the parameters can't say it. */
function absorb(asked: AskedRollouts, condition: Condition): AskedRollouts | null {
  if (condition.as === "text") return condition.not || asked.text !== "" ? null : { ...asked, text: condition.text };
  if (condition.as === "numbers") return absorbRange(asked, condition.field, condition);
  if (condition.as === "flag") {
    return condition.field === "suspected" && condition.value ? { ...asked, suspected: true } : null;
  }
  const name = toOnlyName(condition);
  if (name === null) return null;
  if (condition.as === "names") return absorbName(asked, condition.field, name);
  if (asked.labels.some(([label]) => label === condition.label)) return null;
  return { ...asked, labels: [...asked.labels, [condition.label, name]] };
}

/** Puts a filter's terms into parameters as far as they can say it. @returns those, and the terms that are left. */
export function absorbTerms(
  asked: AskedRollouts,
  terms: readonly ReadTerm[],
): { readonly asked: AskedRollouts; readonly rest: readonly ReadTerm[] } {
  const rest: ReadTerm[] = [];
  let told = asked;
  for (const term of terms) {
    const next = absorb(told, term.condition);
    if (next === null) rest.push(term);
    else told = next;
  }
  return { asked: told, rest };
}

/** The same question, put to the store. */
export function toAskedFilter(
  asked: AskedRollouts,
  rest: readonly ReadTerm[],
): Omit<RolloutFilter, "run" | "sort" | "limit" | "cursor"> {
  const { from, to, split, environment, segment, labels, outcome, kind, group, issue, suspected, text } = asked;
  return {
    split,
    labels,
    from: from ?? undefined,
    to: to ?? undefined,
    environment: environment ?? undefined,
    segment: segment ?? undefined,
    outcome: outcome ?? undefined,
    kind: kind ?? undefined,
    group: group ?? undefined,
    issue: issue ?? undefined,
    suspected: suspected ? true : undefined,
    query: text.trim() === "" ? undefined : text.trim(),
    where: rest.length === 0 ? undefined : rest.map(({ condition }) => condition),
  };
}
