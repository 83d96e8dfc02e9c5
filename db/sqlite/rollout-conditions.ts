/** What a filter asks of rollouts, as SQL over `rollout AS r` with its segment and run beside it. */
import { failedWithoutKind, maskedWithoutKind } from "@/lib/core/failure-kind";
import { type Condition, matchesName, type NamePattern, type NumberRange } from "@/lib/core/filter/condition";
import { storedOutcomes } from "@/lib/core/outcome";
import { dispositions, splits } from "@/lib/core/rollout";
import type { RunState } from "@/lib/core/run";
import { suspectedCondition } from "./suspected-condition";

/** Values are bound as `:where0`, `:where1` and so on. */
class Values {
  readonly all: Record<string, string | number> = {};
  #count = 0;

  bind(value: string | number): string {
    const name = `where${this.#count++}`;
    this.all[name] = value;
    return `:${name}`;
  }
}

/** A star is SQLite's own; what else means something there stands for itself. */
function toGlob(text: string): string {
  return text.replace(/[[?]/g, "[$&]");
}

function compareText(column: string, { text, glob }: NamePattern, values: Values): string {
  return glob ? `${column} GLOB ${values.bind(toGlob(text))}` : `${column} = ${values.bind(text)}`;
}

function any(parts: readonly string[]): string {
  return parts.length === 0 ? "0" : `(${parts.join(" OR ")})`;
}

/** Interned names are found first, so that each row compares a number. */
function compareName(column: string, patterns: readonly NamePattern[], values: Values): string {
  return `${column} IN (SELECT id FROM name WHERE ${any(patterns.map((one) => compareText("text", one, values)))})`;
}

function compareKind(patterns: readonly NamePattern[], values: Values): string {
  const reserved: Readonly<Record<string, string>> = {
    [maskedWithoutKind]: "(r.kind_id IS NULL AND r.outcome = 1)",
    [failedWithoutKind]: "(r.kind_id IS NULL AND r.outcome = 3)",
  };
  const named = patterns.filter(({ text }) => reserved[text] === undefined);
  const parts = patterns.flatMap(({ text }) => reserved[text] ?? []);
  // The index of kinds reads rows in an order that no page has; the plus keeps it out.
  return any(named.length === 0 ? parts : [...parts, compareName("+r.kind_id", named, values)]);
}

/** Closed lists are kept as their place in the list. */
function compareCode(column: string, list: readonly string[], patterns: readonly NamePattern[]): string {
  const codes = list.flatMap((name, code) => {
    return patterns.some((pattern) => matchesName(pattern, name)) ? [code] : [];
  });
  return `${column} IN (${codes.join(", ")})`;
}

type CompareNames = (patterns: readonly NamePattern[], values: Values, state: RunState) => string;

function textIn(column: string): CompareNames {
  return (patterns, values) => any(patterns.map((one) => compareText(column, one, values)));
}

const names: Readonly<Record<string, CompareNames>> = {
  kind: compareKind,
  env: (patterns, values) => compareName("r.environment_id", patterns, values),
  outcome: (patterns) => compareCode("r.outcome", storedOutcomes, patterns),
  disposition: (patterns) => compareCode("r.disposition", dispositions, patterns),
  split: (patterns) => compareCode("r.split", splits, patterns),
  segment: textIn("segment.name"),
  group: textIn("r.group_key"),
  session: textIn("r.session_id"),
  id: textIn("r.sent_id"),
  // All rollouts of a list are of one run.
  state: (patterns, _, state) => (patterns.some((pattern) => matchesName(pattern, state)) ? "1" : "0"),
};

const numbers: Readonly<Record<string, string>> = {
  step: "+r.step",
  reward: "r.reward",
  duration: "r.duration_ms",
  turns: "r.turns",
  input_tokens: "r.input_tokens",
  output_tokens: "r.output_tokens",
  attempt: "r.attempt",
  sample: "r.sample",
  issue: `(SELECT f.issue_id FROM issue_rollout AS i JOIN fingerprint AS f ON f.id = i.fingerprint_id
           WHERE i.rollout_id = r.id)`,
};

const flags: Readonly<Record<string, string>> = {
  truncated: "r.truncated = 1",
  suspected: suspectedCondition("coalesce(run.settings ->> '$.failureReward', 0)"),
};

function compareRange(column: string, range: NumberRange, values: Values): string {
  const { min, max, isAbove, isBelow } = range;
  // A step of -1 is none.
  const parts = column === numbers["step"] ? ["r.step >= 0"] : [];
  if (min !== null) parts.push(`${column} ${isAbove ? ">" : ">="} ${values.bind(min)}`);
  if (max !== null) parts.push(`${column} ${isBelow ? "<" : "<="} ${values.bind(max)}`);
  return `(${parts.join(" AND ")})`;
}

function compareLabel(label: string, patterns: readonly NamePattern[], values: Values): string {
  // Rows are found by step or by number; the index of labels would read all of the run that carry any of them.
  return `+r.label_set_id IN (
    SELECT label_set_id FROM label_set_item
    WHERE name_id = (SELECT id FROM name WHERE text = ${values.bind(label)})
      AND ${compareName("value_id", patterns, values)})`;
}

/** @throws RangeError for a field that rollouts do not have: the list of fields and this file differ then. */
function known<Value>(table: Readonly<Record<string, Value>>, field: string): Value {
  const value = table[field];
  if (value === undefined) throw new RangeError(`no column of a rollout is filtered by ${field}`);
  return value;
}

function toSql(condition: Condition, values: Values, state: RunState): string {
  switch (condition.as) {
    case "text":
      return `instr(fold(r.reason), ${values.bind(condition.text.toLowerCase())}) > 0`;
    case "flag":
      return `coalesce((${known(flags, condition.field)}), 0) = ${condition.value ? 1 : 0}`;
    case "label":
      return compareLabel(condition.label, condition.values, values);
    case "names":
      return known(names, condition.field)(condition.values, values, state);
    case "numbers": {
      const column = known(numbers, condition.field);
      return any(condition.values.map((range) => compareRange(column, range, values)));
    }
  }
}

/**
 * The conditions joined by AND, with what they bind. A row without a value meets none, and so every one with `not`.
 *
 * @param state of the run that the rollouts are of.
 */
export function toFilterCondition(
  conditions: readonly Condition[],
  state: RunState,
): {
  readonly sql: readonly string[];
  readonly values: object;
} {
  const values = new Values();
  const sql = conditions.map((condition) => {
    const one = toSql(condition, values, state);
    return "not" in condition && condition.not ? `NOT coalesce(${one}, 0)` : one;
  });
  return { sql, values: values.all };
}
