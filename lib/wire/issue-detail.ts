import { z } from "zod";
import type { IssueDetail } from "@/lib/core/issues/issue";
import { storedOutcomes } from "@/lib/core/outcome";
import { splits } from "@/lib/core/rollout";
import {
  fromWireIssue,
  fromWireIssueEvent,
  fromWireSpan,
  toWireIssue,
  toWireIssueEvent,
  toWireSeries,
  toWireSpan,
  WireIssue,
  WireIssueEvent,
  WireIssueSeries,
  WireIssueSpan,
} from "./issue";

const count = z.int().min(0);

const WireIssueForm = z.object({
  fingerprint: z.string(),
  kind: z.string(),
  template: z.string(),
  count,
  came_from: count.nullable(),
});

const WireIssueSample = z.object({
  rollout: count,
  run: z.string(),
  split: z.enum(splits),
  step: count.nullable(),
  outcome: z.enum(storedOutcomes),
  environment: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
});

/** One issue with everything that is known of it. */
export const WireIssueDetail = WireIssue.extend({
  all_forms: z.array(WireIssueForm),
  all_spans: z.array(WireIssueSpan),
  series: z.array(WireIssueSeries),
  samples: z.array(WireIssueSample),
  history: z.array(WireIssueEvent),
  suggestions: z.array(z.object({ issue: count, template: z.string(), count, similarity: z.number() })),
});
export type WireIssueDetail = z.infer<typeof WireIssueDetail>;

export function toWireIssueDetail(detail: IssueDetail): WireIssueDetail {
  return {
    ...toWireIssue(detail),
    all_forms: detail.allForms.map(({ cameFrom, ...form }) => ({ ...form, came_from: cameFrom })),
    all_spans: detail.allSpans.map(toWireSpan),
    series: detail.series.map(toWireSeries),
    samples: detail.samples.map((sample) => ({ ...sample, at: new Date(sample.at).toISOString() })),
    history: detail.history.map(toWireIssueEvent),
    suggestions: detail.suggestions.map(({ id, ...suggestion }) => ({ ...suggestion, issue: id })),
  };
}

/** Reads an issue that the API sent. @throws ZodError where it is none. */
export function parseIssueDetail(json: unknown): IssueDetail {
  const wire = WireIssueDetail.parse(json);
  return {
    ...fromWireIssue(wire),
    allForms: wire.all_forms.map(({ came_from: cameFrom, ...form }) => ({ ...form, cameFrom })),
    allSpans: wire.all_spans.map(fromWireSpan),
    series: wire.series,
    samples: wire.samples.map((sample) => ({ ...sample, at: Date.parse(sample.at) })),
    history: wire.history.map(fromWireIssueEvent),
    suggestions: wire.suggestions.map(({ issue: id, ...suggestion }) => ({ ...suggestion, id })),
  };
}
