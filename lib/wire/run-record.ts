/** What an export holds beside rollouts: its records, as they stand in the file and as they are posted (docs/api.md). */
import { z } from "zod";
import { incidentEvents } from "@/lib/core/alerts/notice";
import { annotationActs, annotationKinds } from "@/lib/core/annotation";
import { severities } from "@/lib/core/detect/severity";
import { triageStates } from "@/lib/core/issues/triage";
import { overrideKinds } from "@/lib/core/override";
import { largestStep, splits } from "@/lib/core/rollout";
import { finishStates } from "@/lib/core/run";
import type { RunRecord } from "@/lib/core/run-record";
import { keptTime as time } from "./instant";
import {
  fromLabelsFields,
  fromReportEditsFields,
  fromSealedFields,
  LabelsRecordFields,
  ReportEditsRecordFields,
  SealedRecordFields,
  toReportEditsFields,
  toSealedFields,
  ViewRecordFields,
} from "./kept-record";
import { toCamel, toSnake } from "./renamed";
import { RunPatch, toRunPatch, toRunSettings } from "./run";

const step = z.int().min(0).max(largestStep);
const name = z.string().max(2_000);
const split = z.enum(splits);
const members = z.array(z.object({ series: name, environment: name.nullable() })).max(10_000);

const RunHead = z.object({
  settings: RunPatch,
  created_at: time,
  archived_at: time.nullable(),
  version: z.int().min(0),
});
const SegmentRecord = z.object({
  segment: name.min(1),
  started_at: time.nullable(),
  from_step: step.nullable(),
  first_heard_at: time,
});
const StepRecord = z.object({
  segment: name.min(1),
  split,
  step: step.nullable(),
  expected: z.int().min(0).max(10_000_000).nullable(),
  started_at: time.nullable(),
  finished_at: time.nullable(),
  closed_at: time.nullable(),
  checkpoint: name.nullable(),
});
const ExpectedRecord = z.object({
  segment: name.min(1),
  split,
  step: step.nullable(),
  ids: z
    .array(
      z.object({
        id: name.nullable(),
        environment: name.nullable(),
        group: name.nullable(),
        sample: z.int().min(0).nullable(),
      }),
    )
    .max(100_000),
});
const ProducerCountRecord = z.object({
  source: name,
  file: name,
  step: step.nullable(),
  split,
  name,
  value: z.number(),
});
const annotationText = {
  step: step.nullable(),
  to_step: step.nullable(),
  at: time.nullable(),
  text: z.string().max(20_000),
  kind: z.enum(annotationKinds),
};
const AnnotationRevision = z.object({
  ...annotationText,
  version: z.int().min(1),
  act: z.enum(annotationActs),
  by: name.nullable(),
  made_at: time,
});
const AnnotationRecord = z.object({
  ...annotationText,
  author: name.nullable(),
  created_at: time,
  version: z.int().min(1),
  changed_at: time.nullable(),
  changed_by: name.nullable(),
  removed_at: time.nullable(),
  revisions: z.array(AnnotationRevision).min(1).max(10_000),
});
const IncidentRecord = z.object({
  incident: z.string().min(1).max(100),
  segment: name,
  split,
  first_step: step.nullable(),
  last_step: step.nullable(),
  members,
  state: z.string().max(40),
  worst: z.enum(severities),
  opened_at: time,
  events: z
    .array(z.object({ event: z.enum(incidentEvents), severity: z.enum(severities), step: step.nullable(), at: time }))
    .max(100),
});
const OverrideRecord = z.object({
  kind: z.enum(overrideKinds),
  incident: z.string().max(100).nullable(),
  members,
  from_step: step.nullable(),
  value: z.string().max(20_000).nullable(),
  note: z.string().max(20_000).nullable(),
  author: name.nullable(),
  created_at: time,
  withdrawn_at: time.nullable(),
});
const Triage = z.object({
  version: z.int().min(1),
  state: z.enum(triageStates),
  decided_by: name.nullable(),
  decided_at: time.nullable(),
  until_rate: z.number().min(0).max(1).nullable(),
  owner: name.nullable(),
  reopened: z.string().max(20_000).nullable(),
  through: z.array(z.object({ segment: name, split, step: step.nullable() })).max(100_000),
  events: z
    .array(
      z.object({ act: z.string().max(40), by: name.nullable(), at: time, detail: z.string().max(50_000).nullable() }),
    )
    .max(100_000),
  merges: z.array(z.object({ form: z.string().max(200), by: name.nullable(), at: time })).max(100_000),
});
const IssueRecord = z.object({
  forms: z.array(z.string().min(1).max(200)).min(1).max(100_000),
  created_at: time,
  triage: Triage.nullable(),
});
const RunTail = z.object({
  finished: z.enum(finishStates).nullable(),
  current_step: step.nullable(),
  current_segment: name.nullable(),
  last_seen_at: time.nullable(),
  exported_at: time,
});

/** The name of a record's kind. */
export const recordKey = "falsezero_record";

/** One record, told from others by `falsezero_record`. */
export const RunRecordLine = z.discriminatedUnion(recordKey, [
  RunHead.extend({ [recordKey]: z.literal("run") }),
  SegmentRecord.extend({ [recordKey]: z.literal("segment") }),
  StepRecord.extend({ [recordKey]: z.literal("step") }),
  ExpectedRecord.extend({ [recordKey]: z.literal("expected") }),
  ProducerCountRecord.extend({ [recordKey]: z.literal("producer_count") }),
  LabelsRecordFields.extend({ [recordKey]: z.literal("labels") }),
  SealedRecordFields.extend({ [recordKey]: z.literal("sealed") }),
  AnnotationRecord.extend({ [recordKey]: z.literal("annotation") }),
  IncidentRecord.extend({ [recordKey]: z.literal("incident") }),
  OverrideRecord.extend({ [recordKey]: z.literal("override") }),
  IssueRecord.extend({ [recordKey]: z.literal("issue") }),
  ReportEditsRecordFields.extend({ [recordKey]: z.literal("report_edits") }),
  ViewRecordFields.extend({ [recordKey]: z.literal("view") }),
  RunTail.extend({ [recordKey]: z.literal("standing") }),
]);
export type RunRecordLine = z.infer<typeof RunRecordLine>;

const knownKinds: ReadonlySet<unknown> = new Set(RunRecordLine.options.map(({ shape }) => shape[recordKey].value));

/** Whether this version knows records of a kind: a newer one may write more kinds than it does. */
export function isKnownKind(kind: unknown): boolean {
  return knownKinds.has(kind);
}

/** `POST /runs/{run}/records`: records of an export, in its order, of one run. */
export const RecordsPost = z.strictObject({
  /** The run that they were exported from: what names it, names the one that they are sent to from now on. */
  exported_run: z.string().min(1).max(800),
  records: z.array(RunRecordLine).min(1).max(10_000),
});

/** A record without the name of its kind, in our own names. */
function toFields<Line extends { readonly [recordKey]: string }>({ [recordKey]: _, ...fields }: Line) {
  return toCamel(fields);
}

/** Reads a record that was sent. */
export function fromRecordLine(line: RunRecordLine): RunRecord {
  switch (line[recordKey]) {
    case "run":
      return { record: "run", ...toFields(line), settings: toRunSettings(line.settings) };
    case "segment":
      return { record: "segment", ...toFields(line) };
    case "step":
      return { record: "step", ...toFields(line) };
    case "expected":
      return { record: "expected", ...toFields(line) };
    case "producer_count":
      return { record: "producer_count", ...toFields(line) };
    case "labels":
      return fromLabelsFields(line);
    case "sealed":
      return fromSealedFields(line);
    case "report_edits":
      return fromReportEditsFields(line);
    case "view":
      return { record: "view", ...toFields(line) };
    case "annotation":
      return { record: "annotation", ...toFields(line), revisions: line.revisions.map(toCamel) };
    case "incident":
      return { record: "incident", ...toFields(line) };
    case "override":
      return { record: "override", ...toFields(line) };
    case "issue": {
      const { forms, created_at: createdAt, triage } = line;
      return { record: "issue", forms, createdAt, triage: triage && toCamel(triage) };
    }
    case "standing":
      return { record: "standing", ...toFields(line) };
  }
}

/** Writes a record as it stands in a file. */
export function toRecordLine(record: RunRecord): Record<string, unknown> {
  const { record: kind, ...fields } = record;
  if (record.record === "run") {
    return { [recordKey]: kind, ...toSnake(fields), settings: toRunPatch(record.settings) };
  }
  if (record.record === "sealed") return { [recordKey]: kind, ...toSealedFields(record) };
  if (record.record === "report_edits") return { [recordKey]: kind, ...toReportEditsFields(record) };
  if (record.record === "annotation") {
    return { [recordKey]: kind, ...toSnake(fields), revisions: record.revisions.map(toSnake) };
  }
  if (record.record === "issue") {
    const { forms, createdAt, triage } = record;
    return { [recordKey]: kind, forms, created_at: createdAt, triage: triage && toSnake(triage) };
  }
  return { [recordKey]: kind, ...toSnake(fields) };
}
