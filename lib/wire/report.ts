import { z } from "zod";
import { type Coverage, countLost } from "@/lib/core/coverage";
import { shiftStates } from "@/lib/core/detect/detected-shift";
import { severities } from "@/lib/core/detect/severity";
import { type RuleAlert, replayRule } from "@/lib/core/report/alert-rule";
import { type ReportTable, reportSections } from "@/lib/core/report/document";
import { type EditedReport, type EditedSection, toProse, toText } from "@/lib/core/report/edited-report";
import { addSteps, type IncidentFigures, type Spend, type StretchFigures } from "@/lib/core/report/figures";
import type { ReportData } from "@/lib/core/report/report-data";
import type { ReportEdit } from "@/lib/core/report/report-edit";
import { person } from "./person";

const count = z.int().min(0);
const step = count.nullable();
const number = z.number().nullable();
const time = z.iso.datetime();
const Mean = z.object({ n: count, mean: number });

const WireCoverage = z.object({
  expected: count,
  received: count,
  scored: count,
  masked: count,
  unscored: count,
  failed: count,
  omitted: count,
  unknown: count,
});

/** Some steps, added up. */
const WireStretch = z.object({
  steps: count,
  coverage: WireCoverage,
  lost: count,
  degraded: count,
  suspected_false_zeros: count,
  evidence: Mean,
  as_scored: Mean,
  groups: z.object({ n: count, touched: count, no_signal: count }),
});

const WireSpend = z.object({
  rollouts: count,
  input_tokens: z.number(),
  output_tokens: z.number(),
  told_tokens: count,
  duration_ms: z.number(),
  told_duration: count,
});

const WireReportIncident = z.object({
  id: z.string(),
  series: z.string(),
  environment: z.string().nullable(),
  state: z.enum(shiftStates),
  severity: z.enum(severities),
  onset: step,
  last_step: step,
  during: WireStretch,
  delay: z.object({ steps: z.int().nullable(), rollouts: count, ms: number }),
  spent_on_lost: WireSpend,
  wall_ms: number,
  reward: z
    .object({
      before: z.number(),
      after: z.number(),
      change: z.number(),
      lost: z.number(),
      survivors: z.number(),
    })
    .nullable(),
});

const WireRule = z.object({ series: z.string(), over: z.number(), count, steps: count });
const WireAlert = z.object({ from: count, fired: count, to: count, open: z.boolean(), count, n: count });
const WireTable = z.object({
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  note: z.string().nullable(),
});

const WireReportSection = z.object({
  id: z.enum(reportSections),
  title: z.string(),
  text: z.string(),
  machine_text: z.string(),
  version: count,
  edit: z
    .object({
      by: z.string().nullable(),
      at: time,
      changed: z.boolean(),
      was: z.array(z.string()),
      now: z.array(z.string()),
    })
    .nullable(),
  tables: z.array(WireTable),
});
export type WireReportSection = z.infer<typeof WireReportSection>;

/** A post-mortem: its numbers, and its sections as they stand. */
export const WireReport = z.object({
  run: z.string(),
  title: z.string(),
  headline: z.string(),
  reconstruction: z.boolean(),
  revision: z.string(),
  whole: WireStretch,
  incidents: z.array(WireReportIncident),
  rule: WireRule,
  alerts: z.array(WireAlert),
  sections: z.array(WireReportSection),
});
export type WireReport = z.infer<typeof WireReport>;

const WireReportEdit = z.object({
  version: z.int().min(1),
  text: z.string().nullable(),
  by: z.string().nullable(),
  at: time,
});

/** One section with every edit that it had, the oldest first. */
export const WireReportSectionDetail = WireReportSection.extend({ run: z.string(), history: z.array(WireReportEdit) });
export type WireReportSectionDetail = z.infer<typeof WireReportSectionDetail>;

/** What a person makes of a section's prose. */
export const ReportSectionPut = z.strictObject({
  text: z.string().max(100_000).nullable(),
  version: count,
  by: person.nullish(),
});
export type ReportSectionPut = z.infer<typeof ReportSectionPut>;

function toWireCoverage(coverage: Coverage): z.infer<typeof WireCoverage> {
  const { expected, received, scored, masked, unscored, failed, omitted, unknown } = coverage;
  return { expected, received, scored, masked, unscored, failed, omitted, unknown };
}

function toWireStretch(figures: StretchFigures): z.infer<typeof WireStretch> {
  const { steps, coverage, degraded, suspected, evidence, asScored, groups } = figures;
  return {
    steps,
    coverage: toWireCoverage(coverage),
    lost: countLost(coverage),
    degraded,
    suspected_false_zeros: suspected,
    evidence,
    as_scored: asScored,
    groups: { n: groups.n, touched: groups.touched, no_signal: groups.noSignal },
  };
}

function toWireSpend(spend: Spend): z.infer<typeof WireSpend> {
  return {
    rollouts: spend.rollouts,
    input_tokens: spend.inputTokens,
    output_tokens: spend.outputTokens,
    told_tokens: spend.toldTokens,
    duration_ms: spend.durationMs,
    told_duration: spend.toldDuration,
  };
}

function toWireReportIncident(figures: IncidentFigures): z.infer<typeof WireReportIncident> {
  const { incident, during, delay, rows, wallMs, attribution } = figures;
  const { id, series, environment, state, severity, onset, lastStep } = incident;
  const { before = 0, after = 0, change = 0, lost = 0, survivors = 0 } = attribution ?? {};
  return {
    ...{ id, series, environment, state, severity, onset, last_step: lastStep },
    during: toWireStretch(during),
    delay: { steps: delay.steps, rollouts: delay.rollouts, ms: delay.ms },
    spent_on_lost: toWireSpend(rows.lost),
    wall_ms: wallMs,
    reward: attribution === null ? null : { before, after, change, lost, survivors },
  };
}

function toWireAlert({ from, fired, to, isOpen, rate }: RuleAlert): z.infer<typeof WireAlert> {
  return { from, fired, to, open: isOpen, count: rate.count, n: rate.n };
}

function toWireTable({ title, columns, rows, note }: ReportTable): z.infer<typeof WireTable> {
  return {
    title,
    columns: columns.map(({ label }) => label),
    rows: rows.map(({ cells }) => cells.map(toText)),
    note,
  };
}

function toWireReportSection({ section, version, edit }: EditedSection): WireReportSection {
  const machine = toProse(section);
  const change = edit?.change ?? null;
  return {
    id: section.id,
    title: section.title,
    text: edit?.text ?? machine,
    machine_text: machine,
    version,
    edit:
      edit === null
        ? null
        : {
            by: edit.by,
            at: new Date(edit.at).toISOString(),
            changed: change !== null,
            was: [...(change?.was ?? [])],
            now: [...(change?.now ?? [])],
          },
    tables: section.blocks.flatMap((block) => (block.as === "table" ? [toWireTable(block)] : [])),
  };
}

export function toWireReportSectionDetail(
  run: string,
  { section, history }: { readonly section: EditedSection; readonly history: readonly ReportEdit[] },
): WireReportSectionDetail {
  const edits = history.map(({ version, text, by, at }) => ({ version, text, by, at: new Date(at).toISOString() }));
  return { ...toWireReportSection(section), run, history: edits };
}

export function toWireReport(data: ReportData, report: EditedReport): WireReport {
  return {
    run: report.run,
    title: report.title,
    headline: report.headline,
    reconstruction: report.isReconstruction,
    revision: data.revision,
    whole: toWireStretch(addSteps(data.steps)),
    incidents: data.figures.map(toWireReportIncident),
    rule: data.rule,
    alerts: replayRule(data.steps, data.rule).map(toWireAlert),
    sections: report.sections.map(toWireReportSection),
  };
}
