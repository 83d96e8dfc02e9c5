/** What a filter asks, once its keys and values are understood. Conditions hold all at once. */
import { matchesPattern } from "../name-pattern";

/** A name to the letter, or a pattern in which a star stands for anything. */
export interface NamePattern {
  readonly text: string;
  readonly glob: boolean;
}

/** null: no bound there. */
export interface NumberRange {
  readonly min: number | null;
  readonly max: number | null;
  /** The bound itself is left out. */
  readonly isAbove: boolean;
  readonly isBelow: boolean;
}

/** Any of a condition's values will do; with `not`, none may. */
export type Condition =
  | { readonly as: "names"; readonly field: string; readonly values: readonly NamePattern[]; readonly not: boolean }
  | { readonly as: "label"; readonly label: string; readonly values: readonly NamePattern[]; readonly not: boolean }
  | { readonly as: "numbers"; readonly field: string; readonly values: readonly NumberRange[]; readonly not: boolean }
  | { readonly as: "flag"; readonly field: string; readonly value: boolean }
  | { readonly as: "text"; readonly text: string; readonly not: boolean };

export function matchesName({ text, glob }: NamePattern, name: string): boolean {
  return glob ? matchesPattern(text, name) : text === name;
}

function isWithin({ min, max, isAbove, isBelow }: NumberRange, value: number): boolean {
  if (min !== null && (isAbove ? value <= min : value < min)) return false;
  return max === null || (isBelow ? value < max : value <= max);
}

/** What a thing shows to a filter: its names and numbers by field, and the text that words are looked for in. */
export interface Filtered {
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly numbers: Readonly<Record<string, number | null>>;
  readonly text: string;
}

function holds(condition: Condition, thing: Filtered): boolean {
  if (condition.as === "text") return thing.text.toLowerCase().includes(condition.text.toLowerCase());
  if (condition.as === "numbers") {
    const value = thing.numbers[condition.field] ?? null;
    return value !== null && condition.values.some((range) => isWithin(range, value));
  }
  if (condition.as === "names") {
    const names = thing.names[condition.field] ?? [];
    return condition.values.some((pattern) => names.some((name) => matchesName(pattern, name)));
  }
  // Labels and flags are of rollouts, which the store looks through itself.
  return false;
}

/** Whether all of a filter holds of a thing. What it has no value for meets no condition, and so every one with `not`. */
export function meetsAll(conditions: readonly Condition[], thing: Filtered): boolean {
  return conditions.every((condition) => holds(condition, thing) !== ("not" in condition && condition.not));
}
