/** What may stand behind the question mark of each address; anything else is refused by name. */
import { z } from "zod";
import { type NoticeFilter, noticeStates } from "@/lib/core/alerts/notice";
import { Problem } from "@/lib/core/errors";
import type { Condition } from "@/lib/core/filter/condition";
import { rolloutFields, runFields } from "@/lib/core/filter/fields";
import { absorbTerms, toAskedFilter } from "@/lib/core/filter/rollout-terms";
import { storedOutcomes } from "@/lib/core/outcome";
import { largestStep, type Pair, splits } from "@/lib/core/rollout";
import type { RunCursor } from "@/lib/core/run-list";
import { chartPoints } from "@/lib/core/snapshot";
import { type GroupPage, groupOrders, groupPageRollouts } from "@/lib/core/step-groups";
import { type RolloutFilter, rolloutSorts, type StepFilter } from "@/lib/core/stored-rollout";
import { filterText, parseFilterText } from "./filter-text";
import type { RowDefaults, RowFormat } from "./normalise";
import { parseRunCursor } from "./run-cursor";
import { parseRunName } from "./run-name";
import { sayFault } from "./say-fault";

/** Pieces of which the queries of an address are made. */
export const step = z.coerce.number().int().min(0).max(largestStep);
export const word = z.string().min(1).max(1_000);
const since = z.string().max(40).optional();
const resolution = z.coerce.number().int().min(1).max(500);
export const limit = z.coerce.number().int().min(1).max(500);

/** Filters of every address that reads steps; labels come beside them. */
const filters = {
  from: step.optional(),
  to: step.optional(),
  environment: word.optional(),
  split: z.enum(splits).default("train"),
  segment: word.optional(),
};

export const StepsQuery = z.object({ ...filters, resolution: resolution.optional() });

export const SnapshotQuery = z.object({ ...filters, resolution: resolution.default(chartPoints) });

export const RunEventsQuery = StepsQuery.extend({ since });

export const RolloutsQuery = z.object({
  ...filters,
  step: step.optional(),
  kind: z.string().max(200).optional(),
  outcome: z.enum(storedOutcomes).optional(),
  group: word.optional(),
  issue: z.coerce.number().int().min(1).optional(),
  suspected: z.enum(["true", "false"]).optional(),
  q: z.string().max(500).optional(),
  filter: filterText.optional(),
  sort: z.enum(rolloutSorts).default("newest"),
  cursor: z.string().max(200).optional(),
  limit: limit.default(50),
});

/** How a list is paged means nothing where all of it is sent. */
export const RolloutExportQuery = RolloutsQuery.omit({ sort: true, cursor: true, limit: true }).extend({
  gzip: z.enum(["true", "false"]).optional(),
});

export const RunExportQuery = RolloutExportQuery.pick({ gzip: true });

export const NoticesQuery = z.object({
  webhook: word.optional(),
  state: z.enum(noticeStates).optional(),
  limit: limit.default(50),
  cursor: z.coerce.number().int().min(1).optional(),
});

export const AttributionQuery = z.object({
  from: step,
  to: step,
  before_from: step.optional(),
  before_to: step.optional(),
  environment: filters.environment,
  split: filters.split,
  segment: filters.segment,
});

export const StepGroupsQuery = z.object({
  environment: filters.environment,
  split: filters.split,
  segment: filters.segment,
  order: z.enum(groupOrders).default("name"),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  rollouts: z.coerce.number().int().min(1).max(10_000).default(groupPageRollouts),
});

export const RunsQuery = z.object({
  filter: filterText.optional(),
  limit: limit.default(500),
  cursor: z.string().max(1_000).optional(),
});

/** `run` comes as often as wanted. */
export const RunsEventsQuery = z.object({ run: z.array(word).default([]), since });

export const IngestQuery = z.object({
  format: z.enum(["auto", "native", "nemo-gym"]).default("auto"),
  step: step.optional(),
  split: z.enum(splits).optional(),
  segment: word.optional(),
  environment: word.optional(),
});

export const ImportQuery = z.object({
  name: z.string().min(1).max(1_000).optional(),
  step: step.optional(),
  split: z.enum(splits).optional(),
  segment: word.optional(),
  environment: word.optional(),
  generations_per_prompt: z.coerce.number().int().min(1).max(1_000_000).optional(),
  reward_columns: z.string().min(1).max(2_000).optional(),
  dry_run: z.enum(["true", "false"]).optional(),
  finished: z.enum(["true", "false"]).optional(),
});

/** Where a declared step belongs. */
export const PlaceQuery = z.object({
  split: z.enum(splits).default("train"),
  segment: word.optional(),
  environment: word.optional(),
});

const isLabel = (name: string) => name.startsWith("label.");

function refuse(path: string, why: string): Problem {
  return new Problem("invalid_request", `The query's ${path.slice(0, 60)} ${why}`, { path: path.slice(0, 60) });
}

/** Values by name; those of `lists` gathered. An empty value is not asked for. */
function gather(query: URLSearchParams, lists: readonly string[]): Record<string, string | string[]> {
  const told = new Map<string, string | string[]>();
  for (const [name, value] of query) {
    if (value === "") continue;
    if (lists.includes(name)) told.set(name, [...(told.get(name) ?? []), value]);
    // One of two values would be dropped without a word.
    else if (told.has(name)) throw refuse(name, "is given twice.");
    else told.set(name, value);
  }
  return Object.fromEntries(told);
}

/** Reads a query by its schema; `lists` may come as often as wanted. @throws Problem `invalid_request`, named. */
export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  query: URLSearchParams,
  lists: readonly string[] = [],
): z.output<Schema> {
  // A name that is not known is refused: a filter with a slip of the pen would show everything.
  const unknown = [...query.keys()].find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown !== undefined) {
    const names = Object.keys(schema.shape).join(", ");
    throw refuse(unknown, `is not known here. ${names === "" ? "This address takes no query." : `Known: ${names}.`}`);
  }
  const parsed = schema.safeParse(gather(query, lists), { error: sayFault });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw refuse(String(issue?.path[0] ?? ""), `${issue?.message ?? "can't be read"}.`);
}

/** Sets `label.<name>=<value>` apart, which may come as often as wanted. */
export function takeLabels(query: URLSearchParams): { labels: Pair<string>[]; rest: URLSearchParams } {
  const labels = [...query].filter(([name, value]) => isLabel(name) && value !== "");
  return {
    labels: labels.map(([name, value]): Pair<string> => [name.slice("label.".length), value]),
    rest: new URLSearchParams([...query].filter(([name]) => !isLabel(name))),
  };
}

/** A filter for whatever run the address names. */
type OfAnyRun<Filter extends StepFilter> = Omit<Filter, "run">;

export interface AskedSteps {
  readonly filter: OfAnyRun<StepFilter>;
  /** Most points wanted; null: every step. */
  readonly resolution: number | null;
}

/** @throws Problem `invalid_request` that names the part of the query, as do all of these. */
export function parseStepsQuery(query: URLSearchParams): AskedSteps {
  const { labels, rest } = takeLabels(query);
  const { resolution: points, ...filter } = parseQuery(StepsQuery, rest);
  return { filter: { ...filter, labels }, resolution: points ?? null };
}

export function parseSnapshotQuery(query: URLSearchParams): OfAnyRun<StepFilter> & { readonly resolution: number } {
  const { labels, rest } = takeLabels(query);
  return { ...parseQuery(SnapshotQuery, rest), labels };
}

export function parseRunEventsQuery(query: URLSearchParams): AskedSteps & { readonly since: string | null } {
  const { labels, rest } = takeLabels(query);
  const { resolution: points, since: revision, ...filter } = parseQuery(RunEventsQuery, rest);
  return { filter: { ...filter, labels }, resolution: points ?? null, since: revision ?? null };
}

export function parseRolloutsQuery(query: URLSearchParams): OfAnyRun<RolloutFilter> {
  const { labels, rest } = takeLabels(query);
  const told = parseQuery(RolloutsQuery, rest);
  const asked = {
    labels,
    split: told.split,
    from: told.step ?? told.from ?? null,
    to: told.step ?? told.to ?? null,
    environment: told.environment ?? null,
    segment: told.segment ?? null,
    outcome: told.outcome ?? null,
    kind: told.kind ?? null,
    group: told.group ?? null,
    issue: told.issue ?? null,
    suspected: told.suspected === "true",
    text: told.q ?? "",
  };
  const narrowed = absorbTerms(asked, parseFilterText(told.filter, rolloutFields));
  const { sort, cursor, limit: most } = told;
  return { ...toAskedFilter(narrowed.asked, narrowed.rest), sort, cursor, limit: most };
}

export interface AskedExport {
  /** null: the whole run. */
  readonly filter: OfAnyRun<RolloutFilter> | null;
  /** What the filter was read from. */
  readonly query: URLSearchParams;
  readonly isPacked: boolean;
}

export function parseRunExportQuery(query: URLSearchParams): AskedExport {
  return { filter: null, query: new URLSearchParams(), isPacked: parseQuery(RunExportQuery, query).gzip === "true" };
}

export function parseRolloutExportQuery(query: URLSearchParams): AskedExport {
  const told = new URLSearchParams([...query].filter(([name]) => name !== "gzip"));
  const { gzip } = parseQuery(RolloutExportQuery, takeLabels(query).rest);
  return { filter: parseRolloutsQuery(told), query: told, isPacked: gzip === "true" };
}

export function parseAttributionQuery(query: URLSearchParams) {
  const { before_from: beforeFrom, before_to: beforeTo, ...told } = parseQuery(AttributionQuery, query);
  return { ...told, beforeFrom: beforeFrom ?? null, beforeTo: beforeTo ?? null };
}

export function parseStepGroupsQuery(query: URLSearchParams): {
  readonly filter: OfAnyRun<StepFilter>;
  readonly page: GroupPage;
} {
  const { labels, rest } = takeLabels(query);
  const { order, offset, rollouts, ...filter } = parseQuery(StepGroupsQuery, rest);
  return { filter: { ...filter, labels }, page: { order, offset, rollouts } };
}

export function parseRunsQuery(query: URLSearchParams): {
  readonly where: readonly Condition[];
  readonly limit: number;
  readonly after: RunCursor | null;
} {
  const { filter, limit: most, cursor } = parseQuery(RunsQuery, query);
  const where = parseFilterText(filter, runFields).map(({ condition }) => condition);
  return { where, limit: most, after: cursor === undefined ? null : parseRunCursor(cursor) };
}

export function parseNoticesQuery(query: URLSearchParams): NoticeFilter {
  const { cursor, webhook, state, limit: most } = parseQuery(NoticesQuery, query);
  return { webhook, state, before: cursor, limit: most };
}

export function parseRunsEventsQuery(query: URLSearchParams): {
  readonly runs: readonly string[];
  readonly since: string | null;
} {
  const { run, since: revision } = parseQuery(RunsEventsQuery, query, ["run"]);
  return { runs: run.map(parseRunName), since: revision ?? null };
}

export function parseIngestQuery(query: URLSearchParams): { format: RowFormat | "auto"; defaults: RowDefaults } {
  const { format, step: at, split, segment, environment } = parseQuery(IngestQuery, query);
  return {
    format,
    defaults: { step: at ?? null, split: split ?? null, segment: segment ?? null, environment: environment ?? null },
  };
}

export function parseImportQuery(query: URLSearchParams) {
  const asked = parseQuery(ImportQuery, query);
  const { dry_run: dry, finished, generations_per_prompt: generationsPerPrompt, reward_columns, ...told } = asked;
  const flags = { isDryRun: dry === "true", isFinished: finished === "true" };
  return { ...told, generationsPerPrompt, rewardColumns: reward_columns?.split(","), ...flags };
}

export function parsePlaceQuery(query: URLSearchParams) {
  const { split, segment, environment } = parseQuery(PlaceQuery, query);
  return { split, segment: segment ?? null, environment: environment ?? null };
}

/** For addresses that take no query. */
export function parseNoQuery(query: URLSearchParams): null {
  parseQuery(z.object({}), query);
  return null;
}
