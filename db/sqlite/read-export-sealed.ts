import type Database from "better-sqlite3";
import { type Pair, splits } from "@/lib/core/rollout";
import type { RunRecord, SealedForm } from "@/lib/core/run-record";
import { fromCode, fromStepNumber } from "./rows";
import { decodeSummary, type SummaryRow } from "./summary-row";

interface SealedRow {
  readonly segment_id: number;
  readonly segment: string;
  readonly split: number;
  readonly step: number;
  readonly sealed_at: number;
}

type FormRow = Omit<SealedForm, "lastAt"> & { readonly last_at: number };

const selectSealed = `
  SELECT z.segment_id, segment.name AS segment, z.split, z.step, z.sealed_at
  FROM sealed_step AS z
  JOIN segment ON segment.id = z.segment_id
  WHERE segment.run_id = ?
  ORDER BY z.segment_id, z.split, z.step`;

/** By what stands in them, as the forms below: numbers differ from server to server. */
const selectSummaries = `
  SELECT s.step, s.split, s.complete, segment.name AS segment, environment.text AS environment, s.body
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  LEFT JOIN name AS environment ON environment.id = s.environment_id
  WHERE s.segment_id = ? AND s.split = ? AND s.step = ?
  ORDER BY environment.text`;

const selectForms = `
  SELECT f.digest, f.rules, f.kind, f.template, s.scored, s.masked, s.unscored, s.failed, s.omitted, s.last_at
  FROM issue_step AS s
  JOIN fingerprint AS f ON f.id = s.fingerprint_id
  WHERE s.segment_id = ? AND s.split = ? AND s.step = ?
  ORDER BY f.digest`;

const selectLabels = `
  SELECT l.labels
  FROM run_label_set AS r
  JOIN label_set AS l ON l.id = r.label_set_id
  WHERE r.run_id = ?
  ORDER BY l.labels`;

/** Sets in one record, so that no line grows without end. */
const setsAtOnce = 1_000;

/** Steps whose rollouts are gone, with what was made of them; nothing of a run that has all of its rollouts. */
export function* readSealed(db: Database.Database, runId: number): Generator<RunRecord> {
  const sealed = db.prepare<[number], SealedRow>(selectSealed).all(runId);
  if (sealed.length === 0) return;
  const sets = db.prepare<[number], { labels: string }>(selectLabels).all(runId);
  for (let at = 0; at < sets.length; at += setsAtOnce) {
    const some = sets.slice(at, at + setsAtOnce);
    yield { record: "labels", sets: some.map(({ labels }): readonly Pair<string>[] => JSON.parse(labels)) };
  }
  const summaries = db.prepare<[number, number, number], SummaryRow>(selectSummaries);
  const forms = db.prepare<[number, number, number], FormRow>(selectForms);
  for (const { segment_id, segment, split, step, sealed_at: sealedAt } of sealed) {
    yield {
      record: "sealed",
      segment,
      split: fromCode(splits, split),
      step: fromStepNumber(step),
      sealedAt,
      summaries: summaries.all(segment_id, split, step).map(decodeSummary),
      forms: forms.all(segment_id, split, step).map(({ last_at: lastAt, ...form }) => ({ ...form, lastAt })),
    };
  }
}
