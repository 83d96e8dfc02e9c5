import { z } from "zod";
import { alignments, type CompareRequest, rangeKinds } from "@/lib/core/compare/comparison";
import { listNamedRuns } from "@/lib/core/compare/named-runs";
import { type Pair, splits } from "@/lib/core/rollout";
import { chartPoints } from "@/lib/core/snapshot";
import { parseQuery, step, takeLabels, word } from "./query";
import { parseRunName } from "./run-name";

const place = z.coerce.number().int().min(-1_000_000_000).max(1_000_000_000);

export const CompareQuery = z.object({
  run: z.array(word).default([]),
  runs: word.optional(),
  base: word.optional(),
  align: z.enum(alignments).default("step"),
  at: step.optional(),
  range: z.enum(rangeKinds).default("common"),
  from: place.optional(),
  to: place.optional(),
  kind: word.optional(),
  environment: word.optional(),
  split: z.enum(splits).default("train"),
  resolution: z.coerce.number().int().min(1).max(500).default(chartPoints),
});

export interface AskedComparison extends CompareRequest {
  readonly runs: readonly string[];
  readonly filter: {
    readonly environment: string | undefined;
    readonly split: (typeof splits)[number];
    readonly labels: readonly Pair<string>[];
  };
}

/** @throws Problem `invalid_request` that names the part of the query. */
export function parseCompareQuery(query: URLSearchParams): AskedComparison {
  const { labels, rest } = takeLabels(query);
  const told = parseQuery(CompareQuery, rest, ["run"]);
  const { base, align, at, range, from, to, kind, environment, split, resolution } = told;
  const chosen = from === undefined || to === undefined ? range : { from: Math.min(from, to), to: Math.max(from, to) };
  return {
    runs: listNamedRuns(query).map(parseRunName),
    baseline: base === undefined ? null : parseRunName(base),
    alignment: align,
    at: at ?? null,
    range: chosen,
    resolution,
    kind: kind ?? null,
    filter: { environment, split, labels },
  };
}
