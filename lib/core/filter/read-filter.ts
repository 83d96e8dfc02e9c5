import type { Condition } from "./condition";
import { type FilterField, readField, toNamePattern } from "./field";
import type { FilterVocabulary } from "./fields";
import { parseFilter } from "./parse-filter";
import { type FieldTerm, type FilterTerm, labelPrefix, type Parsed, type TextTerm } from "./term";

/** A term with what it asks. */
export interface ReadTerm {
  readonly term: FilterTerm;
  readonly condition: Condition;
}

export function findField(vocabulary: FilterVocabulary, key: string): FilterField | undefined {
  return vocabulary.fields.find((field) => field.key === key || field.aliases?.includes(key) === true);
}

/** Whether two words differ by one letter more, less, other or swapped with its neighbour. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restA === [...restB].reverse().join("");
}

/** The key that one that is not known was meant to be. */
function findMeant(vocabulary: FilterVocabulary, key: string): string | undefined {
  const names = vocabulary.fields.flatMap((field) => [field.key, ...(field.aliases ?? [])]);
  const lower = key.toLowerCase();
  return names.find((known) => known === lower) ?? names.find((known) => known.length > 2 && isNear(known, lower));
}

/** Whether a label's name alone can stand for it: it is a plain word, and no key nor nearly one. */
export function isLabelKey(vocabulary: FilterVocabulary, label: string): boolean {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(label);
  return isPlain && findField(vocabulary, label) === undefined && findMeant(vocabulary, label) === undefined;
}

function refuseKey(vocabulary: FilterVocabulary, { key, keySpan }: FieldTerm, isLabel: boolean): Parsed<never> {
  const meant = findMeant(vocabulary, key);
  const known = vocabulary.fields.map((field) => field.key).join(", ");
  const labels = vocabulary.hasLabels ? ", and labels" : "";
  const hint =
    meant === undefined ? `Known: ${known}${labels}. Text that has a colon goes in quotes.` : `Is ${meant} meant?`;
  const what = isLabel
    ? "There is no such key, and no rollout here carries such a label."
    : "There is no such key here.";
  const words = `${vocabulary.things} can't be filtered by ${key.slice(0, 40)}. ${what} ${hint}`;
  return { ok: false, fault: { span: keySpan, message: words.charAt(0).toUpperCase() + words.slice(1) } };
}

/** `label.host:gpu-17`, or `host:gpu-17` where no field has that name. */
function readLabel(vocabulary: FilterVocabulary, term: FieldTerm, labels: readonly string[] | null): Parsed<Condition> {
  const isNamed = term.key.startsWith(labelPrefix);
  const label = isNamed ? term.key.slice(labelPrefix.length) : term.key;
  const isKnown = labels?.includes(label) === true;
  // A slip of the pen in a key would show nothing, and not say why.
  const isRefused = labels === null ? findMeant(vocabulary, term.key) !== undefined : !isKnown;
  if (label === "" || (!isNamed && isRefused)) return refuseKey(vocabulary, term, labels !== null);
  return { ok: true, value: { as: "label", label, values: term.values.map(toNamePattern), not: term.not } };
}

function readText(vocabulary: FilterVocabulary, term: TextTerm): Parsed<Condition> {
  if (vocabulary.hasText) return { ok: true, value: { as: "text", text: term.text, not: term.not } };
  const keys = vocabulary.fields.map((field) => `${field.key}:`).join(", ");
  const labels = vocabulary.hasLabels ? " or a label" : "";
  const message = `A key with a value is expected: ${keys}${labels}.`;
  return { ok: false, fault: { span: term.span, message } };
}

/**
 * Reads a filter with the keys of one list.
 *
 * @param labels names of labels that rollouts carry; a key that is none of them is refused. null: not known, and any key
 * that looks like none of the list's is a label.
 */
export function readFilter(
  text: string,
  vocabulary: FilterVocabulary,
  labels: readonly string[] | null = null,
): Parsed<readonly ReadTerm[]> {
  const parsed = parseFilter(text);
  if (!parsed.ok) return parsed;
  const read: ReadTerm[] = [];
  for (const term of parsed.value) {
    const condition = readTerm(term, vocabulary, labels);
    if (!condition.ok) return condition;
    read.push({ term, condition: condition.value });
  }
  return { ok: true, value: read };
}

function readTerm(term: FilterTerm, vocabulary: FilterVocabulary, labels: readonly string[] | null): Parsed<Condition> {
  if (term.as === "text") return readText(vocabulary, term);
  const field = findField(vocabulary, term.key);
  if (field !== undefined) return readField(field, term);
  return vocabulary.hasLabels ? readLabel(vocabulary, term, labels) : refuseKey(vocabulary, term, false);
}
