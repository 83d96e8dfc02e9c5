/** Which rollouts a page shows: what its address says, and what that asks of the store and of the API. */
import { rolloutFields } from "@/lib/core/filter/fields";
import { printFilter } from "@/lib/core/filter/print-filter";
import { readFilter } from "@/lib/core/filter/read-filter";
import { type AskedRollouts, absorbTerms, toAskedFilter } from "@/lib/core/filter/rollout-terms";
import type { FilterFault } from "@/lib/core/filter/term";
import { storedOutcomes } from "@/lib/core/outcome";
import { splits } from "@/lib/core/rollout";
import { type RolloutFilter, type RolloutSort, rolloutSorts } from "@/lib/core/stored-rollout";
import { readLabels, readText, toLabelParams, withSearch } from "./address";
import { formatNoun } from "./format";
import { type Counted, runHref } from "./run-links";
import type { RunView } from "./run-view";

export interface RolloutView extends AskedRollouts {
  /** What the other parameters can't say, in the filter language; as it was written where it can't be read. */
  readonly filter: string;
  readonly sort: RolloutSort;
}

export const everyRollout: RolloutView = {
  from: null,
  to: null,
  split: "train",
  environment: null,
  segment: null,
  labels: [],
  outcome: null,
  kind: null,
  group: null,
  issue: null,
  suspected: false,
  text: "",
  filter: "",
  sort: "newest",
};

/** Rows a page holds; the next page is asked for when the reader comes near its end. */
const rolloutPageSize = 100;

function readIssue(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function readStep(text: string | null): number | null {
  if (text === null || !/^\d{1,15}$/.test(text)) return null;
  return Number(text);
}

/** Reads an address. What it does not understand is left out, so that an old or mistyped link still shows something. */
export function parseRolloutView(params: URLSearchParams): RolloutView {
  const step = readStep(params.get("step"));
  const view: RolloutView = {
    from: step ?? readStep(params.get("from")),
    to: step ?? readStep(params.get("to")),
    split: splits.find((split) => split === params.get("split")) ?? "train",
    environment: readText(params.get("environment")),
    segment: readText(params.get("segment")),
    labels: readLabels(params),
    outcome: storedOutcomes.find((outcome) => outcome === params.get("outcome")) ?? null,
    kind: readText(params.get("kind")),
    group: readText(params.get("group")),
    issue: readIssue(params.get("issue")),
    suspected: params.get("suspected") === "true" || params.get("suspected") === "1",
    text: params.get("q") ?? "",
    filter: "",
    sort: rolloutSorts.find((sort) => sort === params.get("sort")) ?? "newest",
  };
  return narrowRollouts(view, params.get("filter") ?? "");
}

/** A view with a filter's terms beside its own: as parameters where those can say it. */
export function narrowRollouts(view: RolloutView, filter: string): RolloutView {
  const read = readFilter(filter, rolloutFields);
  if (!read.ok) return { ...view, filter };
  const { asked, rest } = absorbTerms(view, read.value);
  return { ...view, ...asked, filter: printFilter(rest.map(({ term }) => term)) };
}

/** Where a view's filter can't be read; null where it can. */
export function findRolloutFault({ filter }: RolloutView): FilterFault | null {
  const read = readFilter(filter, rolloutFields);
  return read.ok ? null : read.fault;
}

/** Writes a query the one way it is written, with what means "all" left out. */
export function toRolloutSearch(query: RolloutView): URLSearchParams {
  const params = new URLSearchParams();
  const { from, to } = query;
  if (from !== null && from === to) params.set("step", String(from));
  else {
    if (from !== null) params.set("from", String(from));
    if (to !== null) params.set("to", String(to));
  }
  if (query.outcome !== null) params.set("outcome", query.outcome);
  if (query.kind !== null) params.set("kind", query.kind);
  if (query.group !== null) params.set("group", query.group);
  if (query.issue !== null) params.set("issue", String(query.issue));
  if (query.suspected) params.set("suspected", "true");
  if (query.environment !== null) params.set("environment", query.environment);
  for (const [name, value] of toLabelParams(query.labels)) params.append(name, value);
  if (query.split !== "train") params.set("split", query.split);
  if (query.segment !== null) params.set("segment", query.segment);
  if (query.text !== "") params.set("q", query.text);
  if (query.filter !== "") params.set("filter", query.filter);
  if (query.sort !== "newest") params.set("sort", query.sort);
  return params;
}

/** The same question, put to the store. A filter that can't be read asks for nothing: find that out first. */
export function toRolloutFilter(run: string, query: RolloutView): RolloutFilter {
  const read = readFilter(query.filter, rolloutFields);
  return { ...toAskedFilter(query, read.ok ? read.value : []), run, sort: query.sort, limit: rolloutPageSize };
}

/** The page that shows these rollouts. */
export function rolloutsPath(run: string, query: RolloutView): string {
  return withSearch(`${runHref(run)}/rollouts`, toRolloutSearch(query));
}

/** The address of the rollouts behind a mark, under the filters of the page that it is on. */
export function rolloutsHref(
  run: string,
  view: Pick<RunView, "environment" | "split" | "segment" | "labels">,
  { steps, kind, outcome, suspected, ...own }: Counted = {},
): string {
  return rolloutsPath(run, {
    ...everyRollout,
    environment: own.environment ?? view.environment,
    split: own.split ?? view.split,
    segment: own.segment ?? view.segment,
    labels: view.labels,
    from: steps?.from ?? null,
    to: steps?.to ?? null,
    kind: kind ?? null,
    outcome: outcome ?? null,
    suspected: suspected ?? false,
  });
}

/** Where all of them are sent as a file that imports again, whatever their order. */
export function rolloutsExportPath(run: string, query: RolloutView): string {
  const params = toRolloutSearch({ ...query, sort: everyRollout.sort });
  return withSearch(`/api/v1${runHref(run)}/rollouts/export`, params);
}

/** The API's address of a later page of them. */
export function rolloutsApiPath(run: string, query: RolloutView, cursor: string): string {
  const params = toRolloutSearch(query);
  params.set("cursor", cursor);
  params.set("limit", String(rolloutPageSize));
  return withSearch(`/api/v1${runHref(run)}/rollouts`, params);
}

/** How many rollouts a run has of each split. */
export interface RolloutsBySplit {
  readonly train: number;
  readonly eval: number;
}

/** Why a list is empty, and what would show something. */
export interface EmptyRollouts {
  readonly words: string;
  /** What to ask for instead, and what that is called; null: there is nothing to show. */
  readonly instead: { readonly label: string; readonly query: RolloutView } | null;
}

const unheard = "Rollouts that never came are not rows: a step’s unknown ones are counted on the run’s page.";

/** What an empty list says: a filter that hides everything is not a run without any, nor one of another split. */
export function explainEmpty(query: RolloutView, there: RolloutsBySplit): EmptyRollouts {
  const everything = { label: "Show every rollout", query: everyRollout };
  if (findRolloutFault(query) !== null) {
    const words = "The filter can’t be read, so nothing is shown by it. Correct it, or show every rollout.";
    return { words, instead: everything };
  }
  if (there.train + there.eval === 0) {
    return {
      words: "No rollout of this run has come in. They are listed here as soon as there are any.",
      instead: null,
    };
  }
  const { split } = query;
  if (countConditions({ ...query, split: "train" }) > 0) {
    return { words: `Nothing in this run matches all of that. ${unheard}`, instead: everything };
  }
  if (there[split] > 0) {
    const noun = formatNoun(there[split], `${split} rollout`);
    return { words: `None of the ${noun} is kept: what was counted of them is on the run’s page.`, instead: null };
  }
  const other = split === "train" ? "eval" : "train";
  const noun = formatNoun(there[other], `${other} rollout`);
  return {
    words: `No ${split} rollout of this run has come in; there ${there[other] === 1 ? "is" : "are"} ${noun}.`,
    instead: { label: `Show the ${noun}`, query: { ...everyRollout, split: other } },
  };
}

/** How many conditions a query has beside the order: what "clear" would take away. */
export function countConditions(query: RolloutView): number {
  const params = toRolloutSearch({ ...query, sort: everyRollout.sort });
  return params.size;
}
