import type { Condition, NamePattern, NumberRange } from "./condition";
import type { FieldTerm, FilterFault, Parsed, TermValue } from "./term";

/** What can stand behind a key. */
export type FieldKind =
  | { readonly type: "name" }
  /** One of a closed list. */
  | { readonly type: "choice"; readonly choices: readonly string[] }
  | { readonly type: "number" }
  /** A whole number of at least 0. */
  | { readonly type: "whole" }
  /** A time with its unit, kept in milliseconds. */
  | { readonly type: "duration" }
  | { readonly type: "flag" };

export interface FilterField {
  readonly key: string;
  /** Other ways to write the key. */
  readonly aliases?: readonly string[];
  readonly kind: FieldKind;
  /** What it asks about, for the list of completions. */
  readonly what: string;
  /** Takes one value to the letter: no list, no star, no minus. */
  readonly isSingle?: boolean;
}

function fail(value: TermValue, message: string): Parsed<never> {
  return { ok: false, fault: { span: value.span, message } };
}

const decimal = "[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d+)?";
const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const largestWhole = 1_000_000_000;

const expected = {
  number: "A number is expected: 0.5, >0.5, <=1 or 0.2..0.8.",
  whole: "A whole number is expected: 61, >60, <=80 or 61..80.",
  duration: "A time with its unit (ms, s, m, h) is expected: >30s, 500ms..2s or <=5m.",
} as const;
type NumberType = keyof typeof expected;

function readNumber(text: string, type: NumberType): number | null {
  if (type === "whole") {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : null;
    return value !== null && value <= largestWhole ? value : null;
  }
  const match = new RegExp(`^(${decimal})(ms|s|m|h)?$`).exec(text);
  const unit = match?.[2];
  if (match === null || (type === "duration") !== (unit !== undefined)) return null;
  const value = Number(match[1]) * (unit === undefined ? 1 : (units[unit] ?? 1));
  return Number.isFinite(value) ? value : null;
}

const comparisons: Readonly<Record<string, (value: number) => NumberRange>> = {
  ">": (min) => ({ min, max: null, isAbove: true, isBelow: false }),
  ">=": (min) => ({ min, max: null, isAbove: false, isBelow: false }),
  "<": (max) => ({ min: null, max, isAbove: false, isBelow: true }),
  "<=": (max) => ({ min: null, max, isAbove: false, isBelow: false }),
  "": (value) => ({ min: value, max: value, isAbove: false, isBelow: false }),
};

function readRange(value: TermValue, type: NumberType): Parsed<NumberRange> {
  const { text } = value;
  const between = text.indexOf("..");
  if (between >= 0) {
    const [low, high] = [text.slice(0, between), text.slice(between + 2)];
    const min = low === "" ? null : readNumber(low, type);
    const max = high === "" ? null : readNumber(high, type);
    if ((low !== "" && min === null) || (high !== "" && max === null) || (low === "" && high === "")) {
      return fail(value, expected[type]);
    }
    if (min !== null && max !== null && min > max) {
      return fail(value, `A range goes from the smaller to the larger: ${high}..${low}.`);
    }
    return { ok: true, value: { min, max, isAbove: false, isBelow: false } };
  }
  const [, sign = "", rest = ""] = /^(>=|<=|>|<|=)?([\s\S]*)$/.exec(text) ?? [];
  const number = readNumber(rest, type);
  const compare = comparisons[sign === "=" ? "" : sign];
  if (number === null || compare === undefined) return fail(value, expected[type]);
  return { ok: true, value: compare(number) };
}

export function toNamePattern({ text, quoted }: TermValue): NamePattern {
  return { text, glob: !quoted && text.includes("*") };
}

function readName(field: FilterField, value: TermValue): Parsed<NamePattern> {
  const pattern = toNamePattern(value);
  if (field.isSingle === true && pattern.glob) return fail(value, `One ${field.key} is expected, without a star.`);
  if (field.kind.type === "choice" && !pattern.glob && !field.kind.choices.includes(value.text)) {
    const { choices } = field.kind;
    const list = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1) ?? ""}`;
    return fail(value, `${field.key} is ${choices.length > 1 ? list : (choices[0] ?? "")}.`);
  }
  return { ok: true, value: pattern };
}

function readAll<Value>(
  values: readonly TermValue[],
  read: (value: TermValue) => Parsed<Value>,
): Parsed<readonly Value[]> {
  const all: Value[] = [];
  for (const value of values) {
    const one = read(value);
    if (!one.ok) return one;
    all.push(one.value);
  }
  return { ok: true, value: all };
}

function readFlag(field: FilterField, term: FieldTerm): Parsed<Condition> {
  const [value, second] = term.values;
  const fault = (span: FilterFault["span"]): Parsed<never> => {
    return { ok: false, fault: { span, message: `${field.key} is true or false.` } };
  };
  if (value === undefined || second !== undefined) return fault(second?.span ?? term.span);
  if (value.text !== "true" && value.text !== "false") return fault(value.span);
  return { ok: true, value: { as: "flag", field: field.key, value: (value.text === "true") !== term.not } };
}

/** What a term asks of its field, or where it asks for something that the field can't have. */
export function readField(field: FilterField, term: FieldTerm): Parsed<Condition> {
  const { kind, key } = field;
  const second = term.values[1];
  if (field.isSingle === true && second !== undefined) return fail(second, `Only one ${key} can be shown at a time.`);
  if (field.isSingle === true && term.not) {
    return { ok: false, fault: { span: term.span, message: `${key} can't be left out: name the one to show.` } };
  }
  if (kind.type === "flag") return readFlag(field, term);
  if (kind.type === "name" || kind.type === "choice") {
    const names = readAll(term.values, (value) => readName(field, value));
    return names.ok ? { ok: true, value: { as: "names", field: key, values: names.value, not: term.not } } : names;
  }
  const { type } = kind;
  const ranges = readAll(term.values, (value) => readRange(value, type));
  return ranges.ok ? { ok: true, value: { as: "numbers", field: key, values: ranges.value, not: term.not } } : ranges;
}
