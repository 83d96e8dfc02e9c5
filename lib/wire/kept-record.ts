/** Records of what no rollout of an export tells: sealed steps, and what people wrote about a run. */
import { z } from "zod";
import { largestStep, splits } from "@/lib/core/rollout";
import type { LabelsRecord, ReportEditsRecord, SealedRecord } from "@/lib/core/run-record";
import { viewPages } from "@/lib/core/search/saved-view";
import { keptTime as time } from "./instant";
import { toCamel, toSnake } from "./renamed";
import { fromWireStep, toWireStep, WireStep } from "./step";

const count = z.int().min(0);
const name = z.string().max(2_000);

export const LabelsRecordFields = z.object({
  sets: z
    .array(
      z
        .array(z.tuple([name, name]))
        .min(1)
        .max(100),
    )
    .min(1)
    .max(10_000),
});

export const SealedRecordFields = z.object({
  segment: name.min(1),
  split: z.enum(splits),
  step: count.max(largestStep).nullable(),
  sealed_at: time,
  summaries: z.array(WireStep).min(1).max(10_000),
  forms: z
    .array(
      z.object({
        digest: z.string().min(1).max(200),
        rules: z.int().min(1),
        kind: name,
        template: z.string().max(20_000),
        scored: count,
        masked: count,
        unscored: count,
        failed: count,
        omitted: count,
        last_at: time,
      }),
    )
    .max(100_000),
});

export const ReportEditsRecordFields = z.object({
  section: z.string().min(1).max(100),
  edits: z
    .array(
      z.object({
        version: z.int().min(1),
        text: z.string().max(200_000).nullable(),
        by: name.nullable(),
        made_at: time,
        basis: z.string(),
      }),
    )
    .min(1)
    .max(100_000),
});

export const ViewRecordFields = z.object({
  name,
  page: z.enum(viewPages),
  run: name.nullable(),
  query: z.string().max(20_000),
  author: name.nullable(),
  version: z.int().min(1),
  created_at: time,
  changed_at: time,
});

export function fromSealedFields(fields: z.infer<typeof SealedRecordFields>): SealedRecord {
  const { segment, split, step, sealed_at: sealedAt, summaries, forms } = fields;
  return {
    record: "sealed",
    ...{ segment, split, step, sealedAt },
    summaries: summaries.map(fromWireStep),
    forms: forms.map(toCamel),
  };
}

export function toSealedFields({ segment, split, step, sealedAt, summaries, forms }: SealedRecord): object {
  const place = { segment, split, step, sealed_at: sealedAt };
  return { ...place, summaries: summaries.map(toWireStep), forms: forms.map(toSnake) };
}

export function fromLabelsFields({ sets }: z.infer<typeof LabelsRecordFields>): LabelsRecord {
  return { record: "labels", sets };
}

export function fromReportEditsFields(fields: z.infer<typeof ReportEditsRecordFields>): ReportEditsRecord {
  return { record: "report_edits", section: fields.section, edits: fields.edits.map(toCamel) };
}

export function toReportEditsFields({ section, edits }: ReportEditsRecord): object {
  return { section, edits: edits.map(toSnake) };
}
