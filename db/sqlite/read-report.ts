import type Database from "better-sqlite3";
import type { IncidentEvent } from "@/lib/core/alerts/notice";
import type { ReportBooks, ReportNotice } from "@/lib/core/report/books";
import type { IncidentRows, Spend } from "@/lib/core/report/figures";
import { splits } from "@/lib/core/rollout";
import type { IncidentRowsFilter } from "../report-store";
import { findRun } from "./read-steps";
import { listNewestEdits } from "./report-edits";
import { noStep, toCode } from "./rows";

const selectEvents = `
  SELECT e.id, :name AS run, ledger.incident, e.event, e.severity, e.step, e.at
  FROM incident_event AS e
  JOIN incident_ledger AS ledger ON ledger.id = e.ledger_id
  WHERE e.run_id = :run
  ORDER BY e.id`;

/**
 * Without those that were not worth sending, and those that a newer notice of the run tells instead; one that a summary
 * of several runs tells fares as that does.
 */
const selectNotices = `
  SELECT n.incident, n.event, coalesce(part.state, n.state) AS state, n.severity, coalesce(part.why, n.why) AS why,
         n.created_at, coalesce(part.settled_at, n.settled_at) AS settled_at, coalesce(part.attempts, n.attempts) AS attempts,
         webhook.name AS webhook
  FROM notice AS n
  LEFT JOIN webhook        ON webhook.id = n.webhook_id
  LEFT JOIN notice AS part ON part.id = n.part_of AND part.event = 'summary'
  WHERE n.run_id = ? AND n.event <> 'summary' AND n.state <> 'skipped' AND (n.state <> 'collapsed' OR part.id IS NOT NULL)
  ORDER BY n.id`;

/** An incident's rows by what became of them: 0 lost, 1 evidence, 2 left out on purpose. */
const selectRows = `
  SELECT CASE r.outcome WHEN 0 THEN 1 WHEN 4 THEN 2 ELSE 0 END AS part,
         count(*)                                              AS rollouts,
         total(r.input_tokens)                                 AS input_tokens,
         total(r.output_tokens)                                AS output_tokens,
         count(coalesce(r.output_tokens, r.input_tokens))      AS told_tokens,
         total(coalesce(r.duration_ms, r.finished_at - r.started_at)) AS duration_ms,
         count(coalesce(r.duration_ms, r.finished_at - r.started_at)) AS told_duration,
         total(r.seen_at <= :by)                               AS arrived
  FROM segment
  JOIN rollout AS r ON r.segment_id = segment.id AND r.split = :split AND r.step BETWEEN :from AND :to AND r.counts = 1
  LEFT JOIN name AS environment ON environment.id = r.environment_id
  WHERE segment.run_id = :run
    AND CASE WHEN :segment IS NULL THEN r.step < coalesce(segment.superseded_from, 9e15)
             ELSE segment.name = :segment END
    AND (:environment IS NULL OR environment.text = :environment)
  GROUP BY part`;

interface NoticeRow extends Omit<ReportNotice, "createdAt" | "settledAt"> {
  readonly created_at: number;
  readonly settled_at: number | null;
}

interface PartRow {
  readonly part: number;
  readonly rollouts: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly told_tokens: number;
  readonly duration_ms: number;
  readonly told_duration: number;
  readonly arrived: number;
}

/** What is kept of a run beside what is derived. */
export function readReportBooks(db: Database.Database, run: string): ReportBooks | null {
  const row = findRun(db, run);
  if (row === null) return null;
  const notices = db
    .prepare<[number], NoticeRow>(selectNotices)
    .all(row.id)
    .map(({ created_at: createdAt, settled_at: settledAt, ...notice }) => ({ ...notice, createdAt, settledAt }));
  const events = db.prepare<[object], IncidentEvent>(selectEvents).all({ run: row.id, name: run });
  return { events, notices, edits: listNewestEdits(db, row.id) };
}

function toSpend(row: PartRow | undefined): Spend {
  return {
    rollouts: row?.rollouts ?? 0,
    inputTokens: row?.input_tokens ?? 0,
    outputTokens: row?.output_tokens ?? 0,
    toldTokens: row?.told_tokens ?? 0,
    durationMs: row?.duration_ms ?? 0,
    toldDuration: row?.told_duration ?? 0,
  };
}

/** What the rollouts of an incident's steps took, and how many of them had come by some time. */
export function readIncidentRows(db: Database.Database, filter: IncidentRowsFilter): IncidentRows {
  const row = findRun(db, filter.run);
  const { steps, split, segment = null, environment = null, by } = filter;
  const parts =
    row === null
      ? []
      : db.prepare<[object], PartRow>(selectRows).all({
          ...{ run: row.id, split: toCode(splits, split), segment, environment, by },
          from: steps?.from ?? noStep,
          to: steps?.to ?? noStep,
        });
  const find = (part: number) => parts.find((one) => one.part === part);
  return {
    lost: toSpend(find(0)),
    evidence: toSpend(find(1)),
    arrived: parts.reduce((total, part) => total + part.arrived, 0),
  };
}
