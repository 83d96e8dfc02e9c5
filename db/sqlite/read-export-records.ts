import type Database from "better-sqlite3";
import { splits } from "@/lib/core/rollout";
import type { RunSettings } from "@/lib/core/run";
import type { ExpectedRecord, RunRecord } from "@/lib/core/run-record";
import { readSealed } from "./read-export-sealed";
import { fromCode, fromStepNumber } from "./rows";
import type { RunRow } from "./runs";
import type { SegmentRow } from "./segments";

interface StepRow {
  readonly segment: string;
  readonly split: number;
  readonly step: number;
  readonly expected: number | null;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly closed_at: number | null;
  readonly checkpoint: string | null;
}

interface ExpectedRow {
  readonly segment: string;
  readonly split: number;
  readonly step: number;
  readonly environment: string | null;
  readonly group_key: string | null;
  readonly sample: number | null;
  readonly sent_id: string | null;
}

interface CountRow {
  readonly source: string;
  readonly file: string;
  readonly step: number;
  readonly split: number;
  readonly name: string;
  readonly value: number;
}

const selectSteps = `
  SELECT segment.name AS segment, d.*
  FROM step_declaration AS d
  JOIN segment ON segment.id = d.segment_id
  WHERE segment.run_id = ?
  ORDER BY segment.id, d.split, d.step`;

const selectExpected = `
  SELECT segment.name AS segment, e.split, e.step, environment.text AS environment, e.group_key, e.sample, e.sent_id
  FROM expected_rollout AS e
  JOIN segment ON segment.id = e.segment_id
  LEFT JOIN name AS environment ON environment.id = e.environment_id
  WHERE segment.id = ? AND e.split = ? AND e.step = ?`;

const selectExpectedSteps = `
  SELECT DISTINCT e.segment_id, e.split, e.step
  FROM expected_rollout AS e
  JOIN segment ON segment.id = e.segment_id
  WHERE segment.run_id = ?
  ORDER BY e.segment_id, e.split, e.step`;

const selectCounts = `
  SELECT source, file, step, split, name, value FROM producer_count WHERE run_id = ?
  ORDER BY source, file, step, split, name`;

/** Rollouts in one record, so that no line grows without end. */
const idsAtOnce = 1_000;

function toExpected(rows: readonly ExpectedRow[], place: { split: number; step: number; segment: string }) {
  const about = { segment: place.segment, split: fromCode(splits, place.split), step: fromStepNumber(place.step) };
  const ids = rows.map(({ sent_id: id, environment, group_key: group, sample }) => ({
    id,
    environment,
    group,
    sample,
  }));
  return { record: "expected", ...about, ids } satisfies ExpectedRecord;
}

function* readExpected(db: Database.Database, runId: number): Generator<RunRecord> {
  const places = db
    .prepare<[number], { segment_id: number; split: number; step: number }>(selectExpectedSteps)
    .all(runId);
  const select = db.prepare<[number, number, number], ExpectedRow>(selectExpected);
  for (const { segment_id, split, step } of places) {
    const rows = select.all(segment_id, split, step);
    for (let at = 0; at < rows.length; at += idsAtOnce) {
      yield toExpected(rows.slice(at, at + idsAtOnce), { split, step, segment: rows[0]?.segment ?? "" });
    }
  }
}

function* readSteps(db: Database.Database, runId: number): Generator<RunRecord> {
  for (const row of db.prepare<[number], StepRow>(selectSteps).all(runId)) {
    yield {
      record: "step",
      segment: row.segment,
      split: fromCode(splits, row.split),
      step: fromStepNumber(row.step),
      expected: row.expected,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      closedAt: row.closed_at,
      checkpoint: row.checkpoint,
    };
  }
}

/** What was told of a run before its rollouts: settings, launches, declared steps, producers' own counts. */
export function* readDeclarations(db: Database.Database, run: RunRow, isWhole: boolean): Generator<RunRecord> {
  const settings: Partial<RunSettings> = JSON.parse(run.settings);
  const { created_at: createdAt, archived_at: archivedAt, version } = run;
  yield { record: "run", settings, createdAt, archivedAt, version };
  const segments = db.prepare<[number], SegmentRow>("SELECT * FROM segment WHERE run_id = ? ORDER BY id").all(run.id);
  for (const { name, started_at: startedAt, from_step: fromStep, first_heard_at: firstHeardAt } of segments) {
    yield { record: "segment", segment: name, startedAt, fromStep, firstHeardAt };
  }
  if (!isWhole) return;
  yield* readSteps(db, run.id);
  yield* readExpected(db, run.id);
  for (const { split, step, ...count } of db.prepare<[number], CountRow>(selectCounts).all(run.id)) {
    yield { record: "producer_count", ...count, split: fromCode(splits, split), step: fromStepNumber(step) };
  }
  yield* readSealed(db, run.id);
}
