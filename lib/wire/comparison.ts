import { z } from "zod";
import type { ComparedIssues } from "@/lib/core/compare/compare-issues";
import { issuePresences } from "@/lib/core/compare/compare-issues";
import type { ComparedLabels } from "@/lib/core/compare/compare-labels";
import type { ComparedSettings } from "@/lib/core/compare/compare-settings";
import {
  alignments,
  type CompareCell,
  type ComparedRun,
  type ComparePoint,
  type Comparison,
  rangeKinds,
} from "@/lib/core/compare/comparison";
import { meanMeasures } from "@/lib/core/compare/measures";
import { severities } from "@/lib/core/detect/severity";
import { verdictNames } from "@/lib/core/detect/verdict";
import { triageStates } from "@/lib/core/issues/triage";
import type { Rate } from "@/lib/core/rate";
import { runStates } from "@/lib/core/run";
import type { Mean } from "@/lib/core/step-summary";

const count = z.int().min(0);
const place = z.int();
const Places = z.object({ from: place, to: place });
const Estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });
const Share = z.object({ count, n: count });
const PointShare = Share.extend({ low: z.number().nullable(), high: z.number().nullable() });
const MeanValue = z.object({ n: count, mean: z.number().nullable() });

const Point = Places.extend({
  steps: count,
  complete: z.boolean(),
  evidence: MeanValue.extend({ se: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable() }),
  as_scored: MeanValue,
  lost: PointShare,
  of_kind: PointShare.nullable(),
  masked: PointShare,
  without_result: Share,
});

const ComparedRunSchema = z.object({
  run: z.string(),
  title: z.string().nullable(),
  state: z.enum(runStates),
  verdict: z.enum(verdictNames),
  first_step: count.nullable(),
  last_step: count.nullable(),
  incident: z
    .object({ incident: z.string(), series: z.string(), onset: count, severity: z.enum(severities) })
    .nullable(),
  origin: count.nullable(),
  counted: z.object({ from: count, to: count, steps: count, filling: count }).nullable(),
  received: count,
  environments: z.array(z.string()),
  points: z.array(Point),
});

const told = {
  estimate: Estimate.nullable(),
  design_effect: z.number(),
  difference: Estimate.nullable(),
  apart: z.boolean(),
};

const RateRow = z.object({ measure: z.string(), runs: z.array(Share.extend(told).nullable()) });
const MeanRow = z.object({ measure: z.enum(meanMeasures), runs: z.array(MeanValue.extend(told).nullable()) });

/** Up to eight runs side by side; lists by run are in the order of `runs`. */
export const WireComparison = z.object({
  revision: z.string(),
  sentence: z.string(),
  missing: z.array(z.string()),
  runs: z.array(ComparedRunSchema),
  baseline: z.string(),
  align: z.enum(alignments),
  at: count.nullable(),
  range: z.enum([...rangeKinds, "chosen"]),
  places: Places.nullable(),
  width: count,
  kind: z.string().nullable(),
  means: z.array(MeanRow),
  rates: z.array(RateRow),
  other_kinds: count,
  issues: z.array(
    z.object({
      issue: count,
      kind: z.string(),
      template: z.string(),
      state: z.enum(triageStates),
      presence: z.enum(issuePresences),
      counts: z.array(count.nullable()),
    }),
  ),
  other_issues: z.object({ new: count, gone: count, shared: count }),
  settings: z.array(z.object({ path: z.string(), values: z.array(z.unknown()) })),
  other_settings: count,
  alike_settings: count,
  labels: z.array(z.object({ name: z.string(), value: z.string(), runs: z.array(Share.nullable()) })),
  other_labels: count,
});
export type WireComparison = z.infer<typeof WireComparison>;

function toPoint(point: ComparePoint): z.infer<typeof Point> {
  const { asScored, withoutResult, ofKind, ...same } = point;
  return { ...same, of_kind: ofKind, as_scored: asScored, without_result: withoutResult };
}

function toWireRun(run: ComparedRun): z.infer<typeof ComparedRunSchema> {
  const { firstStep, lastStep, incident, environments, points, reportsFailures: _, ...same } = run;
  return {
    ...same,
    first_step: firstStep,
    last_step: lastStep,
    incident: incident && { incident: incident.id, ...withoutId(incident) },
    environments: [...environments],
    points: points.map(toPoint),
  };
}

function withoutId({ series, onset, severity }: NonNullable<ComparedRun["incident"]>) {
  return { series, onset, severity };
}

function toCell<Value extends Rate | Mean>(cell: CompareCell<Value> | null) {
  if (cell === null) return null;
  const { value, estimate, designEffect, difference, isApart } = cell;
  return { ...value, estimate, design_effect: designEffect, difference, apart: isApart };
}

export function toWireComparison(found: {
  readonly revision: string;
  readonly sentence: string;
  readonly missing: readonly string[];
  readonly comparison: Comparison;
  readonly issues: ComparedIssues;
  readonly settings: ComparedSettings;
  readonly labels: ComparedLabels;
}): WireComparison {
  const { revision, sentence, missing, comparison, issues, settings, labels } = found;
  return {
    revision,
    sentence,
    missing: [...missing],
    runs: comparison.runs.map(toWireRun),
    baseline: comparison.runs[comparison.baseline]?.run ?? "",
    align: comparison.alignment,
    at: comparison.at,
    range: comparison.rangeKind,
    places: comparison.range,
    width: comparison.width,
    kind: comparison.kind,
    means: comparison.means.map(({ measure, cells }) => ({ measure, runs: cells.map(toCell) })),
    rates: comparison.rates.map(({ measure, cells }) => ({ measure, runs: cells.map(toCell) })),
    other_kinds: comparison.otherKinds,
    issues: issues.issues.map((issue) => ({ ...issue, counts: [...issue.counts] })),
    other_issues: issues.others,
    settings: settings.settings.map(({ path, values }) => ({ path, values: values.map(toValue) })),
    other_settings: settings.others,
    alike_settings: settings.alike,
    labels: labels.labels.map(({ name, value, shares }) => ({ name, value, runs: [...shares] })),
    other_labels: labels.others,
  };
}

function toValue(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
