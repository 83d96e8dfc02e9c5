/** Searching: what is asked, and what is found. */
import { z } from "zod";
import type { SearchQuery, SearchResult } from "@/lib/core/search/search";
import { parseQuery, word } from "./query";
import { parseRunName } from "./run-name";

export const SearchParams = z.object({
  q: z.string().max(500).default(""),
  run: word.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(8),
});

const step = z.int().min(0).nullable();
const number = z.int().min(1);

export const WireSearchResult = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("run"),
    run: z.string(),
    title: z.string().nullable(),
    project: z.string().nullable(),
  }),
  z.object({ type: z.literal("issue"), issue: number, kind: z.string(), template: z.string() }),
  z.object({ type: z.literal("kind"), kind: z.string() }),
  z.object({
    type: z.literal("rollout"),
    rollout: number,
    run: z.string(),
    step,
    id: z.string().nullable(),
  }),
  z.object({
    type: z.literal("reason"),
    run: z.string(),
    step,
    rollout: number,
    kind: z.string(),
    text: z.string(),
  }),
  z.object({
    type: z.literal("annotation"),
    annotation: number,
    run: z.string(),
    step,
    to_step: step,
    text: z.string(),
  }),
  z.object({ type: z.literal("environment"), environment: z.string(), run: z.string() }),
  z.object({ type: z.literal("label"), name: z.string(), value: z.string(), run: z.string() }),
]);
export type WireSearchResult = z.infer<typeof WireSearchResult>;

export const WireSearchResults = z.object({ results: z.array(WireSearchResult) });

/** @throws Problem `invalid_request` that names the part of the query. */
export function parseSearchQuery(query: URLSearchParams): SearchQuery {
  const { q, run, limit } = parseQuery(SearchParams, query);
  return { text: q, run: run === undefined ? undefined : parseRunName(run), limit };
}

export function toWireSearchResult(result: SearchResult): WireSearchResult {
  if (result.type !== "annotation") return result;
  const { toStep, ...same } = result;
  return { ...same, to_step: toStep };
}

/** What the API answers, read by a page. @throws where it is something else. */
export function parseSearchResults(json: unknown): readonly SearchResult[] {
  return WireSearchResults.parse(json).results.map((result) => {
    if (result.type !== "annotation") return result;
    const { to_step: toStep, ...same } = result;
    return { ...same, toStep };
  });
}
