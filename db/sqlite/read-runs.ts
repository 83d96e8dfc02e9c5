import type Database from "better-sqlite3";
import { addCoverage, type Coverage, emptyCoverage } from "@/lib/core/coverage";
import { inferFromSteps, type ToldAgreement, type WorldInference } from "@/lib/core/infer-world";
import { splits } from "@/lib/core/rollout";
import type { CountComparison, RunDetail, RunOverview, Segment } from "@/lib/core/run";
import type { RecentStep, RunListEntry } from "@/lib/core/run-list";
import type { StepSummary } from "@/lib/core/step-summary";
import { listAnnotations } from "./annotations";
import { readProducerComparisons } from "./producer-counts";
import { listOverrides, type StandingColumns, toStanding } from "./read-incidents";
import { fromCode } from "./rows";
import { isShownRun, judgeRunState, type RunRow, toSettings } from "./runs";
import { compareSegments, firstStepOf, type SegmentRow } from "./segments";

interface OverviewRow extends RunRow, StandingColumns {
  readonly last_step: number | null;
  readonly rollouts: number | null;
  readonly recent: string | null;
  readonly newest: string | null;
}

const selectRuns = `
  SELECT run.*, o.last_step, o.rollouts, o.recent, o.newest, d.open_incidents, d.live, d.stalled
  FROM run
  LEFT JOIN run_overview  AS o ON o.run_id = run.id
  LEFT JOIN run_detection AS d ON d.run_id = run.id`;

const selectCoverage = `
  SELECT sum(s.expected) AS expected, sum(s.received) AS received, sum(s.scored) AS scored, sum(s.masked) AS masked,
         sum(s.unscored) AS unscored, sum(s.failed) AS failed, sum(s.omitted) AS omitted,
         sum(s.expected - s.received) AS unknown
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  WHERE s.run_id = ? AND s.split = 0 AND s.environment_id = 0 AND s.step < coalesce(segment.superseded_from, 9e15)
  HAVING count(*) > 0`;

const selectEnvironments = `
  SELECT DISTINCT name.text AS environment
  FROM step_summary AS s
  JOIN name ON name.id = s.environment_id
  WHERE s.run_id = ?
  ORDER BY 1`;

const selectLabels = `
  SELECT name.text AS name, value.text AS value, count(*) AS sets
  FROM run_label_set AS r
  JOIN label_set_item AS item ON item.label_set_id = r.label_set_id
  JOIN name           ON name.id = item.name_id
  JOIN name AS value  ON value.id = item.value_id
  WHERE r.run_id = ?
  GROUP BY item.name_id, item.value_id
  ORDER BY name.text, sets DESC, value.text`;

/** Newest steps that tell of the trainer's world; a launch before may have trained otherwise. */
const selectTold = `
  SELECT s.body ->> '$.groups.told' AS told
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  WHERE s.run_id = ? AND s.split = 0 AND s.environment_id = 0 AND s.step < coalesce(segment.superseded_from, 9e15)
  ORDER BY s.step DESC
  LIMIT 50`;

/** Values of one label that a filter offers. */
const labelValues = 50;

function toOverview(row: OverviewRow, now: number): RunOverview {
  const state = judgeRunState(row, now);
  return {
    run: row.name,
    settings: toSettings(row),
    state,
    lastStep: row.last_step,
    rollouts: row.rollouts ?? 0,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    archivedAt: row.archived_at,
    version: row.version,
    ...toStanding(row, state),
  };
}

/** What a line of the list was decoded from, and what came of it. */
interface KnownLine {
  readonly from: Pick<OverviewRow, "recent" | "newest">;
  readonly line: Pick<RunListEntry, "recent" | "newest">;
}

/** By run, of the last reading of each connection: of a thousand runs, few have new steps when the list is read again. */
const knownLines = new WeakMap<Database.Database, ReadonlyMap<number, KnownLine>>();

function decodeLine({ recent, newest }: KnownLine["from"]): KnownLine["line"] {
  const steps: RecentStep[] = recent === null ? [] : JSON.parse(recent);
  const summary: StepSummary | null = newest === null ? null : JSON.parse(newest);
  return { recent: steps, newest: summary };
}

/** All runs, newest activity first. */
export function listRuns(db: Database.Database, now: number): readonly RunListEntry[] {
  const known = knownLines.get(db);
  const lines = new Map<number, KnownLine>();
  const entries = db
    .prepare<[], OverviewRow>(
      `${selectRuns} WHERE ${isShownRun} ORDER BY coalesce(run.last_seen_at, run.created_at) DESC, run.id DESC`,
    )
    .all()
    .map((row): RunListEntry => {
      const { recent, newest } = row;
      const last = known?.get(row.id);
      const isSame = last !== undefined && last.from.recent === recent && last.from.newest === newest;
      const line = isSame ? last : { from: { recent, newest }, line: decodeLine(row) };
      lines.set(row.id, line);
      return { ...toOverview(row, now), ...line.line };
    });
  knownLines.set(db, lines);
  return entries;
}

/** Names of runs that changed or went since a number of the sequence. */
export function listChangedRuns(db: Database.Database, since: number): readonly string[] {
  return db
    .prepare<[number, number, number, number], { name: string }>(
      `SELECT name FROM run WHERE sequence > ? AND ${isShownRun}
       UNION SELECT name FROM deleted_run WHERE sequence > ?
       UNION SELECT run.name FROM run WHERE ${isShownRun} AND EXISTS
         (SELECT 1 FROM step_summary WHERE step_summary.run_id = run.id AND step_summary.sequence > ?)
       UNION SELECT run.name FROM run_detection AS d JOIN run ON run.id = d.run_id
         WHERE ${isShownRun} AND d.sequence > ?`,
    )
    .all(since, since, since, since)
    .map((row) => row.name);
}

export function readOverview(db: Database.Database, name: string, now: number): RunOverview | null {
  const row = db.prepare<[string], OverviewRow>(`${selectRuns} WHERE run.name = ?`).get(name);
  return row === undefined ? null : toOverview(row, now);
}

function toSegment(row: SegmentRow): Segment {
  return {
    segment: row.name,
    startedAt: row.started_at,
    fromStep: row.from_step,
    firstStep: firstStepOf(row),
    supersededFrom: row.superseded_from,
    firstHeardAt: row.first_heard_at,
  };
}

export function listEnvironments(db: Database.Database, runId: number): string[] {
  const rows = db.prepare<[number], { environment: string }>(selectEnvironments).all(runId);
  return rows.map(({ environment }) => environment);
}

function readLabels(db: Database.Database, runId: number): Record<string, readonly string[]> {
  const labels = new Map<string, string[]>();
  for (const { name, value } of db.prepare<[number], { name: string; value: string }>(selectLabels).all(runId)) {
    const values = labels.get(name);
    if (values === undefined) labels.set(name, [value]);
    else if (values.length < labelValues) values.push(value);
  }
  return Object.fromEntries(labels);
}

function readInference(db: Database.Database, runId: number): WorldInference {
  const rows = db.prepare<[number], { told: string | null }>(selectTold).all(runId);
  return inferFromSteps(
    rows.flatMap(({ told }) => {
      if (told === null) return [];
      const agreement: ToldAgreement = JSON.parse(told);
      return [agreement];
    }),
  );
}

/** One run with its coverage over all current train steps, its segments, and what its filters offer. */
export function readRun(db: Database.Database, name: string, now: number): RunDetail | null {
  const row = db.prepare<[string], OverviewRow>(`${selectRuns} WHERE run.name = ?`).get(name);
  if (row === undefined) return null;
  const coverage = db.prepare<[number], Coverage>(selectCoverage).get(row.id);
  const segments = db.prepare<[number], SegmentRow>("SELECT * FROM segment WHERE run_id = ?").all(row.id);
  const splitCodes = db
    .prepare<[number], { split: number }>("SELECT DISTINCT split FROM step_summary WHERE run_id = ? ORDER BY split")
    .all(row.id);
  const comparisons: readonly CountComparison[] = readProducerComparisons(db, row.id);
  return {
    ...toOverview(row, now),
    coverage: addCoverage(emptyCoverage, coverage ?? emptyCoverage),
    inference: readInference(db, row.id),
    segments: segments.sort(compareSegments).map(toSegment),
    annotations: listAnnotations(db, row.id),
    overrides: listOverrides(db, row.id),
    comparisons,
    environments: listEnvironments(db, row.id),
    labels: readLabels(db, row.id),
    splits: splitCodes.map(({ split }) => fromCode(splits, split)),
  };
}
