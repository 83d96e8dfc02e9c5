import type Database from "better-sqlite3";
import type { Revision, RunChanges } from "@/lib/core/frame";
import { splits } from "@/lib/core/rollout";
import type { StepSummary } from "@/lib/core/step-summary";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { readRevision } from "./counters";
import { readDetectionChange } from "./read-incidents";
import { noStep, toCode } from "./rows";
import type { RunRow } from "./runs";
import { compareSegments, type SegmentRow } from "./segments";
import { memoryOf, type SummaryMark } from "./summary-memory";

const selectSteps = `
  SELECT s.id, s.sequence, s.step, s.split, s.complete, segment.name AS segment, environment.text AS environment
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  LEFT JOIN name AS environment ON environment.id = s.environment_id
  WHERE s.run_id = :run AND s.split = :split AND s.environment_id = :environment
    AND s.step BETWEEN :from AND :to
    AND CASE WHEN :segment IS NULL THEN s.step < coalesce(segment.superseded_from, 9e15)
             ELSE segment.name = :segment END
  ORDER BY s.step`;

const selectSuperseded = `
  SELECT s.id, s.sequence, s.step, s.split, s.complete, segment.name AS segment, NULL AS environment
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  WHERE s.run_id = ? AND s.split = 0 AND s.environment_id = 0 AND s.step >= segment.superseded_from
  ORDER BY s.step, s.segment_id`;

const selectChanged = `
  SELECT DISTINCT step FROM step_summary WHERE run_id = :run AND sequence > :since AND split = :split
  UNION
  SELECT step FROM removed_step WHERE run_id = :run AND sequence > :since AND split = :split
  ORDER BY step`;

export function findRun(db: Database.Database, name: string): RunRow | null {
  return db.prepare<[string], RunRow>("SELECT * FROM run WHERE name = ?").get(name) ?? null;
}

function findName(db: Database.Database, text: string): number | null {
  return db.prepare<[string], { id: number }>("SELECT id FROM name WHERE text = ?").get(text)?.id ?? null;
}

/** Reads summaries as they are, whatever labels are asked for; whoever asks has the dirty ones made first. */
export function listSummaries(db: Database.Database, filter: StepFilter): readonly StepSummary[] {
  const run = findRun(db, filter.run);
  if (run === null) return [];
  const environment = filter.environment === undefined ? 0 : findName(db, filter.environment);
  if (environment === null) return [];
  const marks = db.prepare<[object], SummaryMark>(selectSteps).all({ ...toRange(run, filter), environment });
  const memory = memoryOf(db);
  const summaries = marks.map((mark) => memory.read(mark));
  return newestBlock(db, run, filter, summaries);
}

export function toRange(run: RunRow, filter: StepFilter) {
  return {
    run: run.id,
    split: toCode(splits, filter.split),
    from: filter.from ?? noStep,
    to: filter.to ?? Number.MAX_SAFE_INTEGER,
    segment: filter.segment ?? null,
  };
}

const selectRange = `
  SELECT min(s.step) AS first, max(s.step) AS last
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  WHERE s.run_id = :run AND s.split = :split AND s.environment_id = 0 AND s.step BETWEEN :from AND :to AND s.step >= 0
    AND CASE WHEN :segment IS NULL THEN s.step < coalesce(segment.superseded_from, 9e15)
             ELSE segment.name = :segment END`;

/** First and last step that a filter's range holds; null where it holds none. */
export function readStepRange(db: Database.Database, filter: StepFilter): { first: number; last: number } | null {
  const run = findRun(db, filter.run);
  if (run === null) return null;
  const row = db
    .prepare<[object], { first: number | null; last: number | null }>(selectRange)
    .get(toRange(run, filter));
  return row === undefined || row.first === null || row.last === null ? null : { first: row.first, last: row.last };
}

/** Of the eval blocks outside any step only the newest segment's is current. */
export function newestBlock(
  db: Database.Database,
  run: RunRow,
  filter: StepFilter,
  summaries: readonly StepSummary[],
): readonly StepSummary[] {
  const blocks = summaries.filter((summary) => summary.step === null);
  if (filter.segment !== undefined || blocks.length < 2) return summaries;
  const segments = db.prepare<[number], SegmentRow>("SELECT * FROM segment WHERE run_id = ?").all(run.id);
  const newest = segments
    .sort(compareSegments)
    .reverse()
    .find((segment) => blocks.some((block) => block.segment === segment.name));
  return summaries.filter((summary) => summary.step !== null || summary.segment === newest?.name);
}

/** Steps of older segments that a newer one ran again. */
export function listSuperseded(db: Database.Database, runName: string): readonly StepSummary[] {
  const run = findRun(db, runName);
  if (run === null) return [];
  const memory = memoryOf(db);
  return db
    .prepare<[number], SummaryMark>(selectSuperseded)
    .all(run.id)
    .map((mark) => memory.read(mark));
}

/** What changed in a run since a revision, as whole states. */
export function readChanges(
  db: Database.Database,
  filter: StepFilter,
  since: Revision,
): Omit<RunChanges, "steps" | "overview"> & { readonly changed: readonly number[]; readonly isRunChanged: boolean } {
  const revision = readRevision(db);
  const known = since.epoch === revision.epoch && since.sequence <= revision.sequence;
  const nothing = {
    ...{ run: filter.run, revision, known, removed: [], changed: [], isRunChanged: false },
    ...{ areIncidentsChanged: false, isStandingChanged: false },
  };
  const run = findRun(db, filter.run);
  const buried = db
    .prepare<[string], { sequence: number }>("SELECT sequence FROM deleted_run WHERE name = ?")
    .get(filter.run);
  const isBuriedSince = buried !== undefined && buried.sequence > since.sequence;
  if (run === null) return { ...nothing, deleted: isBuriedSince };
  // Another run of that name: the steps that went with the one before can't be told one by one.
  if (isBuriedSince) return { ...nothing, known: false, deleted: false };
  if (!known || since.sequence === revision.sequence) return { ...nothing, deleted: false };
  const changed = db
    .prepare<[object], { step: number }>(selectChanged)
    .all({ run: run.id, since: since.sequence, split: toCode(splits, filter.split) })
    .map((row) => row.step);
  const detection = readDetectionChange(db, run.id, since.sequence);
  return { ...nothing, ...detection, changed, isRunChanged: run.sequence > since.sequence, deleted: false };
}
