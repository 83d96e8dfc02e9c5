/** What the part of a filter under the caret can become. */
import type { FilterField } from "@/lib/core/filter/field";
import type { FilterVocabulary } from "@/lib/core/filter/fields";
import { printTerm } from "@/lib/core/filter/print-filter";
import { findField, isLabelKey } from "@/lib/core/filter/read-filter";
import { labelPrefix, toFieldTerm, toLiteral } from "@/lib/core/filter/term";

/** Values known here by key; those of labels by `label.<name>`. */
export type FilterChoices = Readonly<Record<string, readonly string[]>>;

export interface Completion {
  /** What is put in. */
  readonly label: string;
  /** What it asks about; empty for values. */
  readonly what: string;
  /** The whole filter with it. */
  readonly text: string;
  /** Where the caret goes. */
  readonly caret: number;
  /** A key waits for its value: there is more to choose. */
  readonly isKey: boolean;
}

const mostShown = 40;

interface Place {
  /** The part that is replaced. */
  readonly from: number;
  readonly to: number;
  /** What is typed of it. */
  readonly typed: string;
  /** null: the part is a key. */
  readonly key: string | null;
}

const keyBefore = /^(?:([\p{L}_][\p{L}\p{N}_./-]*)|label\."((?:[^"\\]|\\.)*)"):/u;

/** Where the term under the caret begins, behind its minus. */
function findTermStart(text: string, caret: number): number {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(character)) start = at + 1;
  }
  return text.charAt(start) === "-" && start < caret ? start + 1 : start;
}

/** Where a list's last value begins: behind its last comma outside quotes. */
function findValueStart(text: string, from: number, caret: number): number {
  let start = from;
  let isQuoted = false;
  for (let at = from; at < caret; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === ",") start = at + 1;
  }
  return start;
}

function findPlace(text: string, caret: number): Place {
  const start = findTermStart(text, caret);
  const rest = /^[^\s",]*"?/.exec(text.slice(caret))?.[0] ?? "";
  const to = caret + rest.length;
  const match = keyBefore.exec(text.slice(start, caret));
  if (match === null)
    return { from: start, to: caret + rest.replace(/"$/, "").length, typed: text.slice(start, caret), key: null };
  const from = findValueStart(text, start + match[0].length, caret);
  const typed = text.slice(from, caret).replace(/^"/, "");
  return { from, to, typed, key: match[1] ?? `${labelPrefix}${match[2] ?? ""}` };
}

/** What begins with the words first, then what has them anywhere. */
function pick<Item>(items: readonly Item[], typed: string, read: (item: Item) => string): Item[] {
  const words = typed.toLowerCase();
  const begins = items.filter((item) => read(item).toLowerCase().startsWith(words));
  const holds = items.filter((item) => read(item).toLowerCase().indexOf(words) > 0);
  return [...begins, ...holds].slice(0, mostShown);
}

function put(text: string, { from, to }: Place, inserted: string, isKey: boolean): Pick<Completion, "text" | "caret"> {
  const behind = text.slice(to);
  // A value that is chosen is done: the next term may follow.
  const gap = isKey || /^[\s,]/.test(behind) ? "" : " ";
  return { text: `${text.slice(0, from)}${inserted}${gap}${behind}`, caret: from + inserted.length + gap.length };
}

/** A key as it is written before its colon. */
function writeKey(key: string): string {
  return printTerm(toFieldTerm(key, [toLiteral("x")])).slice(0, -"x".length);
}

function completeKey(text: string, place: Place, vocabulary: FilterVocabulary, choices: FilterChoices): Completion[] {
  const labels = Object.keys(choices).flatMap((key) => {
    if (!key.startsWith(labelPrefix)) return [];
    const name = key.slice(labelPrefix.length);
    return [{ key: isLabelKey(vocabulary, name) ? name : key, what: "label" }];
  });
  const all = [...vocabulary.fields.map(({ key, what }) => ({ key, what })), ...(vocabulary.hasLabels ? labels : [])];
  return pick(all, place.typed, ({ key }) => key).map(({ key, what }) => {
    const label = writeKey(key);
    return { label, what, isKey: true, ...put(text, place, label, true) };
  });
}

function listValues(field: FilterField | undefined, key: string, choices: FilterChoices): readonly string[] {
  if (field?.kind.type === "choice") return field.kind.choices;
  if (field?.kind.type === "flag") return ["true", "false"];
  if (field !== undefined) return choices[field.key] ?? [];
  return choices[key] ?? choices[`${labelPrefix}${key}`] ?? [];
}

function completeValue(text: string, place: Place, key: string, vocabulary: FilterVocabulary, choices: FilterChoices) {
  const values = listValues(findField(vocabulary, key), key, choices);
  return pick(values, place.typed, (value) => value).map((value): Completion => {
    const inserted = printTerm(toFieldTerm("k", [toLiteral(value)])).slice("k:".length);
    return { label: value, what: "", isKey: false, ...put(text, place, inserted, false) };
  });
}

/** Keys, then the values that are known of the key; those that begin with what is typed come first. */
export function completeFilter(
  text: string,
  caret: number,
  vocabulary: FilterVocabulary,
  choices: FilterChoices,
): Completion[] {
  const place = findPlace(text, caret);
  return place.key === null
    ? completeKey(text, place, vocabulary, choices)
    : completeValue(text, place, place.key, vocabulary, choices);
}
