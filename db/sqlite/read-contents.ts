import type Database from "better-sqlite3";
import type { RunContents } from "@/lib/core/run-removal";
import { findRun } from "./read-steps";

/** A row of a rollout with its places in the indexes, beside its words: measured on runs of usual rows. */
export const rowBytes = 320;

const ofRun = "segment_id IN (SELECT id FROM segment WHERE run_id = :run)";

/** Issues with a form that was seen in this run and no form that was seen in any other. */
const selectIssues = `
  SELECT count(*) AS issues, coalesce(sum(i.touched), 0) AS triaged
  FROM issue AS i
  WHERE i.id IN (
    SELECT f.issue_id FROM issue_place AS p JOIN fingerprint AS f ON f.id = p.fingerprint_id
    WHERE p.segment_id IN (SELECT id FROM segment WHERE run_id = :run))
  AND NOT EXISTS (
    SELECT 1
    FROM fingerprint AS f
    JOIN issue_step AS s ON s.fingerprint_id = f.id
    JOIN segment ON segment.id = s.segment_id
    WHERE f.issue_id = i.id AND segment.run_id <> :run)`;

const selectCounts = `
  SELECT
    (SELECT count(*) FROM rollout WHERE ${ofRun}) AS rollouts,
    (SELECT count(*) FROM step_summary WHERE ${ofRun} AND environment_id = 0) AS steps,
    (SELECT count(*) FROM incident_ledger WHERE run_id = :run) AS incidents,
    (SELECT count(*) FROM annotation WHERE run_id = :run AND removed_at IS NULL) AS annotations,
    (SELECT count(*) FROM run_override WHERE run_id = :run) AS overrides,
    (SELECT count(*) FROM notice WHERE run_id = :run) AS notices,
    (SELECT count(DISTINCT section) FROM report_edit WHERE run_id = :run) AS reportEdits,
    (SELECT coalesce(sum(length(body)), 0) FROM payload_block WHERE run_id = :run) AS payloadBytes,
    (SELECT coalesce(sum(octet_length(body)), 0) FROM step_summary WHERE ${ofRun}) AS summaryBytes`;

type Counts = Pick<
  RunContents,
  "rollouts" | "steps" | "incidents" | "annotations" | "overrides" | "reportEdits" | "notices"
> & {
  readonly payloadBytes: number;
  readonly summaryBytes: number;
};

/** What would go with a run; null where there is none. */
export function readRunContents(db: Database.Database, name: string): RunContents | null {
  const row = findRun(db, name);
  if (row === null) return null;
  const run = row.id;
  const counts = db.prepare<[object], Counts>(selectCounts).get({ run });
  const issues = db.prepare<[object], { issues: number; triaged: number }>(selectIssues).get({ run });
  if (counts === undefined) return null;
  const { payloadBytes, summaryBytes, ...counted } = counts;
  return {
    ...counted,
    issuesOnlyHere: issues?.issues ?? 0,
    triagedIssuesOnlyHere: issues?.triaged ?? 0,
    bytes: payloadBytes + summaryBytes + counted.rollouts * rowBytes,
  };
}
