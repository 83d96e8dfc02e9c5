import type Database from "better-sqlite3";
import type { IncidentEvent } from "@/lib/core/alerts/notice";
import type { Severity } from "@/lib/core/detect/severity";
import type { OverrideKind, RunOverride, SeriesPlace } from "@/lib/core/override";
import type { RunState } from "@/lib/core/run";
import {
  emptyStanding,
  emptyVerdict,
  type IncidentHeadline,
  type RunIncident,
  type RunStanding,
  type RunVerdict,
} from "@/lib/core/run-incident";
import { isShownRun } from "./runs";

/** What is kept of a run's verdict: once as it is live, once as it is stalled, which only the clock can tell. */
export interface StoredStanding {
  readonly verdict: RunVerdict;
  readonly headline: IncidentHeadline | null;
}

/** Columns of `run_detection`, null where nothing was detected yet. */
export interface StandingColumns {
  readonly open_incidents: number | null;
  readonly live: string | null;
  readonly stalled: string | null;
}

interface OverrideRow {
  readonly id: number;
  readonly kind: OverrideKind;
  readonly incident: string | null;
  readonly members: string;
  readonly from_step: number | null;
  readonly value: string | null;
  readonly note: string | null;
  readonly author: string | null;
  readonly created_at: number;
  readonly withdrawn_at: number | null;
}

const selectOverrides = `
  SELECT o.id, o.kind, ledger.incident, o.members, o.from_step, o.value, o.note, o.author, o.created_at, o.withdrawn_at
  FROM run_override AS o
  LEFT JOIN incident_ledger AS ledger ON ledger.id = o.ledger_id
  WHERE o.run_id = ?
  ORDER BY o.id`;

function decodeStanding(row: StandingColumns, state: RunState): StoredStanding | null {
  const stored = state === "quiet" ? row.stalled : row.live;
  return stored === null ? null : JSON.parse(stored);
}

/** How a run stands, in short. A run that is quiet and that nobody ended is stalled. */
export function toStanding(row: StandingColumns, state: RunState): RunStanding {
  const stored = decodeStanding(row, state);
  if (stored === null) return emptyStanding;
  return { openIncidents: row.open_incidents ?? 0, verdict: stored.verdict.verdict, headline: stored.headline };
}

/** What to do about a run now; in its state, which the clock has a say in. */
export function readVerdict(db: Database.Database, runId: number, state: RunState): RunVerdict {
  const row = db.prepare<[number], StandingColumns>("SELECT * FROM run_detection WHERE run_id = ?").get(runId);
  const stored = row === undefined ? null : decodeStanding(row, state);
  return stored?.verdict ?? emptyVerdict;
}

/** Newest onset first. */
export function listIncidents(db: Database.Database, runId: number): readonly RunIncident[] {
  return db
    .prepare<[number], { body: string }>("SELECT body FROM incident WHERE run_id = ? ORDER BY position")
    .all(runId)
    .map(({ body }) => JSON.parse(body));
}

/** Names of runs of which an incident changed after a sequence number. */
export function listRunsWithChangedIncidents(db: Database.Database, since: number): readonly string[] {
  return db
    .prepare<[number], string>(
      `SELECT run.name FROM run_detection AS d JOIN run ON run.id = d.run_id
       WHERE ${isShownRun} AND d.incidents_sequence > ?`,
    )
    .pluck()
    .all(since);
}

/** Entries of the book behind a number, oldest first. */
export function listIncidentEvents(db: Database.Database, after: number, limit: number): readonly IncidentEvent[] {
  return db
    .prepare<[number, number], IncidentEvent>(
      `SELECT e.id, run.name AS run, ledger.incident, e.event, e.severity, e.step, e.at
       FROM incident_event AS e
       JOIN incident_ledger AS ledger ON ledger.id = e.ledger_id
       JOIN run ON run.id = e.run_id
       WHERE e.id > ? AND ${isShownRun} ORDER BY e.id LIMIT ?`,
    )
    .all(after, limit);
}

/** Open incidents that nobody expects, of all runs but the archived ones. */
export function countOpenIncidents(db: Database.Database): ReadonlyMap<Severity, number> {
  const rows = db
    .prepare<[], { severity: Severity; count: number }>(
      `SELECT severity, count(*) AS count FROM incident JOIN run ON run.id = incident.run_id
       WHERE state = 'open' AND expected = 0 AND ${isShownRun} AND run.archived_at IS NULL GROUP BY severity`,
    )
    .all();
  return new Map(rows.map(({ severity, count }) => [severity, count]));
}

/** What people overruled, withdrawn ones too, oldest first. */
export function listOverrides(db: Database.Database, runId: number): readonly RunOverride[] {
  return db
    .prepare<[number], OverrideRow>(selectOverrides)
    .all(runId)
    .map((row) => {
      const { id, kind, incident, value, note, author } = row;
      const series: readonly SeriesPlace[] = JSON.parse(row.members);
      const { from_step: step, created_at: createdAt, withdrawn_at: withdrawnAt } = row;
      return { id, kind, incident, series, step, value, note, author, createdAt, withdrawnAt };
    });
}

/** What a live reader asks: whether incidents, or how the run stands, changed since a number of the sequence. */
export function readDetectionChange(
  db: Database.Database,
  runId: number,
  since: number,
): { readonly areIncidentsChanged: boolean; readonly isStandingChanged: boolean } {
  const row = db
    .prepare<[number], { sequence: number; incidents_sequence: number }>(
      "SELECT sequence, incidents_sequence FROM run_detection WHERE run_id = ?",
    )
    .get(runId);
  return {
    areIncidentsChanged: row !== undefined && row.incidents_sequence > since,
    isStandingChanged: row !== undefined && row.sequence > since,
  };
}
