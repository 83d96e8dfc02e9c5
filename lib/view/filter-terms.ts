/** Parameters of addresses as terms of the filter language, which one field shows, and back. */
import type { Condition } from "@/lib/core/filter/condition";
import { chartFields, type FilterVocabulary, issueFields, rolloutFields, runFields } from "@/lib/core/filter/fields";
import { parseFilter } from "@/lib/core/filter/parse-filter";
import { printFilter } from "@/lib/core/filter/print-filter";
import { isLabelKey, type ReadTerm, readFilter } from "@/lib/core/filter/read-filter";
import { toOnlyName, toOnlyRange } from "@/lib/core/filter/rollout-terms";
import {
  type FilterFault,
  type FilterTerm,
  labelPrefix,
  type Parsed,
  toFieldTerm,
  toLiteral,
  toTextTerm,
} from "@/lib/core/filter/term";
import { onlyOneRun, toAskedIssues } from "@/lib/core/issues/asked-issues";
import type { Pair } from "@/lib/core/rollout";
import { type RunState, runStates } from "@/lib/core/run";
import { type IssueStates, type IssueView, issueStates } from "./issue-view";
import { everyRollout, narrowRollouts, type RolloutView } from "./rollout-view";
import { type RunView, wholeRun } from "./run-view";

function name(key: string, value: string | null): FilterTerm[] {
  return value === null || value === "" ? [] : [toFieldTerm(key, [toLiteral(value)])];
}

function bare(key: string, text: string): FilterTerm {
  return toFieldTerm(key, [{ text, quoted: false, span: { from: 0, to: 0 } }]);
}

function judge(filter: string, vocabulary: FilterVocabulary): FilterFault | null {
  const read = readFilter(filter, vocabulary);
  return read.ok ? null : read.fault;
}

function steps(from: number | null, to: number | null): FilterTerm[] {
  if (from === null && to === null) return [];
  if (from === null) return [bare("step", `<=${to}`)];
  if (to === null) return [bare("step", `>=${from}`)];
  return [bare("step", from === to ? String(from) : `${from}..${to}`)];
}

/** A label's name alone, where it is no other key. */
function labels(pairs: readonly Pair<string>[], vocabulary: FilterVocabulary): FilterTerm[] {
  return pairs.map(([label, value]) => {
    const key = isLabelKey(vocabulary, label) ? label : `${labelPrefix}${label}`;
    return toFieldTerm(key, [toLiteral(value)]);
  });
}

/** One space between what is there. A rest that can't be read stays as it was written. */
function print(terms: readonly FilterTerm[], rest: string, text: readonly FilterTerm[] = []): string {
  return [printFilter(terms), rest, printFilter(text)].filter((part) => part !== "").join(" ");
}

function words(text: string): FilterTerm[] {
  return text === "" ? [] : [toTextTerm(text)];
}

/** A view of rollouts as one filter. */
export function printRolloutView(view: RolloutView): string {
  const terms = [
    ...name("kind", view.kind),
    ...name("outcome", view.outcome),
    ...name("env", view.environment),
    ...steps(view.from, view.to),
    ...name("group", view.group),
    ...(view.issue === null ? [] : [bare("issue", String(view.issue))]),
    ...(view.suspected ? [bare("suspected", "true")] : []),
    ...labels(view.labels, rolloutFields),
    ...(view.split === "train" ? [] : [bare("split", view.split)]),
    ...name("segment", view.segment),
  ];
  return print(terms, view.filter, words(view.text));
}

/** The view that a filter says, in an order of rows. */
export function toRolloutView(filter: string, sort: RolloutView["sort"]): RolloutView {
  return narrowRollouts({ ...everyRollout, sort }, filter);
}

/** What the address of the list of runs says of which it shows. */
export interface RunsAsked {
  readonly q: string;
  readonly project: string | null;
  readonly tag: string | null;
  readonly state: RunState | null;
  readonly filter: string;
}

export const everyRun: RunsAsked = { q: "", project: null, tag: null, state: null, filter: "" };

export function printRunsAsked({ q, project, tag, state, filter }: RunsAsked): string {
  const terms = [...name("state", state), ...name("project", project), ...name("tag", tag)];
  const text = q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => toTextTerm(word));
  return print(terms, filter, text);
}

/** Words that an address keeps as words: without spaces in them, and nothing left out. */
function isWord(term: FilterTerm): boolean {
  return term.as === "text" && !term.not && term.text !== "" && !/\s/.test(term.text);
}

/** The address that a filter says; one that can't be read is kept as it is. */
export function toRunsAsked(filter: string): RunsAsked {
  const read = readFilter(filter, runFields);
  if (!read.ok) return { ...everyRun, filter };
  let asked = everyRun;
  const rest: FilterTerm[] = [];
  const text: string[] = [];
  for (const { term, condition } of read.value) {
    const only = toOnlyName(condition);
    const field = condition.as === "names" ? condition.field : null;
    const state = runStates.find((one) => one === only);
    if (term.as === "text" && isWord(term)) text.push(term.text);
    else if (field === "state" && state !== undefined && asked.state === null) asked = { ...asked, state };
    else if (field === "project" && only !== null && asked.project === null) asked = { ...asked, project: only };
    else if (field === "tag" && only !== null && asked.tag === null) asked = { ...asked, tag: only };
    else rest.push(term);
  }
  return { ...asked, q: text.join(" "), filter: printFilter(rest) };
}

/** Where a filter of runs can't be read; null where it can. */
export function judgeRunsFilter(filter: string): FilterFault | null {
  return judge(filter, runFields);
}

/** What a filter of runs asks; null where it can't be read. */
export function readRunsFilter(filter: string): readonly Condition[] | null {
  const read = readFilter(filter, runFields);
  return read.ok ? read.value.map(({ condition }) => condition) : null;
}

export function judgeIssuesFilter(filter: string): FilterFault | null {
  const read = readFilter(filter, issueFields);
  if (!read.ok) return read.fault;
  const conditions = read.value.map(({ condition }) => condition);
  const second = read.value.findIndex((_, at) => toAskedIssues(conditions.slice(0, at + 1), null).runs.length > 1);
  const { term } = read.value[second] ?? {};
  return term === undefined ? null : { span: term.span, message: onlyOneRun };
}

export type IssuesAsked = Omit<IssueView, "sort">;

const everyIssue: IssuesAsked = { q: "", state: "waiting", kind: null, run: null, filter: "" };

export function printIssuesAsked({ q, state, kind, run, filter }: IssuesAsked): string {
  // A filter that asks for states itself says it all.
  const isTold = state !== "waiting" && !(state === "all" && asksForState(filter));
  return print([...(isTold ? name("state", state) : []), ...name("kind", kind), ...name("run", run)], filter, words(q));
}

function asksForState(filter: string): boolean {
  const parsed = parseFilter(filter);
  return parsed.ok && parsed.value.some((term) => term.as === "field" && ["state", "status"].includes(term.key));
}

export function toIssuesAsked(filter: string): IssuesAsked {
  const read = readFilter(filter, issueFields);
  if (!read.ok) return { ...everyIssue, filter };
  let asked = everyIssue;
  let state: IssueStates | null = null;
  const rest: FilterTerm[] = [];
  for (const { term, condition } of read.value) {
    const only = toOnlyName(condition);
    const field = condition.as === "names" ? condition.field : null;
    const told = issueStates.find((one) => one === only);
    if (term.as === "text" && !term.not && asked.q === "") asked = { ...asked, q: term.text };
    else if (field === "state" && told !== undefined && state === null) state = told;
    else if (field === "kind" && only !== null && asked.kind === null) asked = { ...asked, kind: only };
    else if (field === "run" && only !== null && asked.run === null) asked = { ...asked, run: only };
    else {
      if (field === "state") state = state ?? "all";
      rest.push(term);
    }
  }
  return { ...asked, state: state ?? "waiting", filter: printFilter(rest) };
}

/** What the charts of a run are narrowed to, as one filter. */
export function printRunView(view: RunView): string {
  const { steps: shown } = view;
  const terms = [
    ...name("env", view.environment),
    ...(shown.kind === "range" ? steps(shown.from, shown.to) : []),
    ...labels(view.labels, chartFields),
    ...(view.split === "train" ? [] : [bare("split", view.split)]),
    ...name("segment", view.segment),
  ];
  return printFilter(terms);
}

function fail({ term }: ReadTerm, message: string): Parsed<never> {
  return { ok: false, fault: { span: term.span, message } };
}

function sayNoStep(from: number, lastStep: number | null): string {
  return lastStep !== null && from > lastStep
    ? `The last step so far is ${lastStep}: there is none from ${from} on.`
    : "No step is in all of these stretches.";
}

/** A view of the charts with one condition more, or why charts can't show it. */
function narrowCharts(view: RunView, read: ReadTerm, lastStep: number | null): Parsed<RunView> {
  const { condition } = read;
  if (condition.as === "numbers") {
    const range = toOnlyRange(condition);
    const before = view.steps.kind === "range" ? view.steps : { from: 0, to: Number.POSITIVE_INFINITY };
    const to = Math.min(range?.to ?? lastStep ?? Number.POSITIVE_INFINITY, before.to);
    if (range === null || to === Number.POSITIVE_INFINITY)
      return fail(read, "One stretch of steps is expected: 61..80.");
    const from = Math.max(range.from ?? 0, before.from);
    if (from > to) return fail(read, sayNoStep(from, lastStep));
    return { ok: true, value: { ...view, steps: { kind: "range", from, to } } };
  }
  const only = toOnlyName(condition);
  if (only === null)
    return fail(read, "The charts show one value of each: no list, star or minus. Rollouts can be filtered so.");
  if (condition.as === "label") {
    const others = view.labels.filter(([label]) => label !== condition.label);
    return { ok: true, value: { ...view, labels: [...others, [condition.label, only]] } };
  }
  const field = condition.as === "names" ? condition.field : "";
  if (field === "env") return { ok: true, value: { ...view, environment: only } };
  if (field === "segment") return { ok: true, value: { ...view, segment: only } };
  return { ok: true, value: { ...view, split: only === "eval" ? "eval" : "train" } };
}

/** A view of the charts under another filter, its scales and panels as they were. */
export function toRunView(
  filter: string,
  view: RunView,
  lastStep: number | null,
  labelNames: readonly string[] | null,
): Parsed<RunView> {
  const read = readFilter(filter, chartFields, labelNames);
  if (!read.ok) return read;
  const { scale, axis, smoothing, learning } = view;
  let next: RunView = { ...wholeRun, scale, axis, smoothing, learning };
  // Following the newest steps is no filter of the language, and stays.
  if (view.steps.kind === "newest") next = { ...next, steps: view.steps };
  for (const term of read.value) {
    const narrowed = narrowCharts(next, term, lastStep);
    if (!narrowed.ok) return narrowed;
    next = narrowed.value;
  }
  return { ok: true, value: next };
}
