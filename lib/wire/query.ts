import { z } from "zod";
import { Problem } from "@/lib/core/errors";
import { storedOutcomes } from "@/lib/core/outcome";
import { type Pair, splits } from "@/lib/core/rollout";
import { type RolloutFilter, rolloutSorts, type StepFilter } from "@/lib/core/stored-rollout";
import type { RowDefaults, RowFormat } from "./normalise";

const step = z.coerce.number().int().min(0).max(1_000_000_000);
const word = z.string().min(1).max(1_000);

/** Filters of every address that reads steps. */
export const StepQuery = z.object({
  from: step.optional(),
  to: step.optional(),
  environment: word.optional(),
  split: z.enum(splits).default("train"),
  segment: word.optional(),
  resolution: z.coerce.number().int().min(1).max(500).optional(),
  since: z.string().max(40).optional(),
});

export const RolloutQuery = StepQuery.extend({
  step: step.optional(),
  kind: z.string().max(200).optional(),
  outcome: z.enum(storedOutcomes).optional(),
  group: word.optional(),
  suspected: z.enum(["true", "false"]).optional(),
  q: z.string().max(500).optional(),
  sort: z.enum(rolloutSorts).default("newest"),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

export const IngestQuery = z.object({
  format: z.enum(["auto", "native", "nemo-gym"]).default("auto"),
  step: step.optional(),
  split: z.enum(splits).optional(),
  segment: word.optional(),
  environment: word.optional(),
});

function parseQuery<Schema extends z.ZodObject>(schema: Schema, query: URLSearchParams): z.output<Schema> {
  const told = Object.fromEntries([...query].filter(([name, value]) => value !== "" && !name.startsWith("label.")));
  // A name that is not known is refused: a filter with a slip of the pen would show everything.
  const unknown = Object.keys(told).find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown !== undefined) {
    const names = Object.keys(schema.shape).join(", ");
    throw new Problem("invalid_request", `The query's ${unknown.slice(0, 60)} is not known here. Known: ${names}.`, {
      path: unknown.slice(0, 60),
    });
  }
  const parsed = schema.safeParse(told);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  throw new Problem("invalid_request", `The query's ${name} can't be read: ${issue?.message ?? "unknown"}.`, {
    path: name,
  });
}

/** `label.<name>=<value>`, as often as wanted. */
function readLabels(query: URLSearchParams): Pair<string>[] {
  const labels: Pair<string>[] = [];
  for (const [name, value] of query) if (name.startsWith("label.") && value !== "") labels.push([name.slice(6), value]);
  return labels;
}

export interface StepRequest {
  readonly filter: StepFilter;
  /** Most points wanted; null: every step. */
  readonly resolution: number | null;
  readonly since: string | null;
}

/** @throws Problem `invalid_request` that names the part of the query. */
export function parseStepQuery(run: string, query: URLSearchParams): StepRequest {
  const { resolution, since, ...filter } = parseQuery(StepQuery, query);
  return {
    filter: { run, ...filter, labels: readLabels(query) },
    resolution: resolution ?? null,
    since: since ?? null,
  };
}

/** @throws Problem `invalid_request` that names the part of the query. */
export function parseRolloutQuery(run: string, query: URLSearchParams): RolloutFilter {
  const { step: only, q, suspected, resolution, since, ...told } = parseQuery(RolloutQuery, query);
  const range = only === undefined ? {} : { from: only, to: only };
  return { run, ...told, ...range, suspected: suspected === "true", query: q, labels: readLabels(query) };
}

/** @throws Problem `invalid_request` that names the part of the query. */
export function parseIngestQuery(query: URLSearchParams): { format: RowFormat | "auto"; defaults: RowDefaults } {
  const { format, step: at, split, segment, environment } = parseQuery(IngestQuery, query);
  return {
    format,
    defaults: { step: at ?? null, split: split ?? null, segment: segment ?? null, environment: environment ?? null },
  };
}
