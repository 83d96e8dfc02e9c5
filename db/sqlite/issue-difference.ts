import type Database from "better-sqlite3";
import { countedKind } from "@/lib/core/counted-kind";
import { minimumSupport } from "@/lib/core/difference/categorical-difference";
import { type ComparedRollout, describeDifference } from "@/lib/core/difference/describe-difference";
import type { ComparedRollouts, IssueDifference, IssueDifferenceFilter } from "@/lib/core/issues/issue-difference";
import { storedOutcomes } from "@/lib/core/outcome";
import type { Pair } from "@/lib/core/rollout";
import { findRun } from "./read-steps";
import { fromCode } from "./rows";
import { toSettings } from "./runs";
import { suspectedCondition } from "./suspected-condition";

/** Rollouts that are compared at most: older steps are left out, and the answer says so. */
const comparedRollouts = 50_000;
/** Steps before a range that a baseline is taken of. */
const earlierSteps = 20;

const selectSeen = `
  SELECT min(s.step) AS first, max(s.step) AS last
  FROM fingerprint AS f
  JOIN segment         ON segment.run_id = :run
  JOIN issue_step AS s ON s.fingerprint_id = f.id AND s.segment_id = segment.id AND s.split = 0
  WHERE f.issue_id = :issue AND s.step >= 0 AND s.step < coalesce(segment.superseded_from, 9e15)`;

const selectReceived = `
  SELECT t.step, t.received
  FROM step_summary AS t
  JOIN segment ON segment.id = t.segment_id
  WHERE t.run_id = :run AND t.split = 0 AND t.environment_id = 0 AND t.step BETWEEN :from AND :to
    AND t.step < coalesce(segment.superseded_from, 9e15)
  ORDER BY t.step DESC`;

const selectRollouts = `
  SELECT r.id, environment.text AS environment, r.policy_first, r.policy_last, label_set.labels, r.turns,
         r.input_tokens, r.output_tokens, r.truncated, r.session_id, r.started_at, r.finished_at, r.duration_ms,
         f.issue_id, kind.text AS kind, r.outcome,
         ${suspectedCondition(":failureReward")} AS suspected
  FROM segment
  JOIN rollout AS r ON r.segment_id = segment.id AND r.split = 0 AND r.step BETWEEN :from AND :to AND r.counts = 1
  LEFT JOIN name AS environment ON environment.id = r.environment_id
  LEFT JOIN name AS kind        ON kind.id = r.kind_id
  LEFT JOIN label_set           ON label_set.id = r.label_set_id
  LEFT JOIN issue_rollout AS i  ON i.rollout_id = r.id
  LEFT JOIN fingerprint AS f    ON f.id = i.fingerprint_id
  WHERE segment.run_id = :run AND r.step < coalesce(segment.superseded_from, 9e15)`;

interface ComparedRow {
  readonly id: number;
  readonly environment: string | null;
  readonly policy_first: number | null;
  readonly policy_last: number | null;
  readonly labels: string | null;
  readonly turns: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly truncated: number | null;
  readonly session_id: string | null;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly duration_ms: number | null;
  readonly issue_id: number | null;
  readonly kind: string | null;
  readonly outcome: number;
  readonly suspected: number;
}

function isOneOf(row: ComparedRow, of: ComparedRollouts): boolean {
  if ("issue" in of) return row.issue_id === of.issue;
  const outcome = fromCode(storedOutcomes, row.outcome);
  // Those without a kind count under a reserved one.
  if ("kind" in of) return countedKind({ outcome, failureKind: row.kind }) === of.kind;
  return "outcome" in of ? outcome === of.outcome : row.suspected === 1;
}

function toCompared(row: ComparedRow): ComparedRollout {
  const labels: Pair<string>[] = row.labels === null ? [] : JSON.parse(row.labels);
  const { policy_first: first, policy_last: last } = row;
  return {
    key: row.id,
    environment: row.environment,
    policyStep: first === null || last === null ? null : [first, last],
    labels,
    turns: row.turns,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    truncated: row.truncated === null ? null : row.truncated === 1,
    sessionId: row.session_id,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    durationMs: row.duration_ms,
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The newest steps of a range that hold no more than can be compared. */
function limitRange(db: Database.Database, run: number, range: Range): Range {
  const steps = db.prepare<[object], { step: number; received: number }>(selectReceived).all({ run, ...range });
  let from = range.to;
  let left = comparedRollouts;
  for (const { step, received } of steps) {
    left -= received;
    if (left < 0 && from < range.to) return { from, to: range.to };
    from = step;
  }
  return range;
}

/**
 * Compares an issue's rollouts, or those of a kind, in a range with the others there; where next to all of them failed alike, with those of
 * the steps before. @returns null where there is no such run.
 */
export function readDifference(db: Database.Database, filter: IssueDifferenceFilter): IssueDifference | null {
  const run = findRun(db, filter.run);
  if (run === null) return null;
  const { of } = filter;
  const seen =
    "issue" in of
      ? db
          .prepare<[object], { first: number | null; last: number | null }>(selectSeen)
          .get({ run: run.id, issue: of.issue })
      : undefined;
  const from = filter.from ?? seen?.first ?? null;
  const to = filter.to ?? seen?.last ?? null;
  const nothing = { run: filter.run, range: null, against: null, isWhole: true } as const;
  if (from === null || to === null || from > to)
    return { ...describeDifference([], []), ...nothing, baseline: "range" };
  const asked = { from, to };
  const range = limitRange(db, run.id, asked);
  const list = db.prepare<[object], ComparedRow>(selectRollouts);
  const { failureReward } = toSettings(run);
  const rows = list.all({ run: run.id, failureReward, ...range });
  const isOf = (row: ComparedRow) => isOneOf(row, of);
  const failing = rows.filter(isOf).map(toCompared);
  const others = rows.filter((row) => !isOf(row)).map(toCompared);
  const told = { run: filter.run, range, isWhole: range.from === asked.from };
  if (others.length >= minimumSupport || range.from === 0) {
    return { ...describeDifference(failing, others), ...told, baseline: "range", against: range };
  }
  const before = { from: Math.max(0, range.from - earlierSteps), to: range.from - 1 };
  const against = limitRange(db, run.id, before);
  const earlier = list
    .all({ run: run.id, failureReward, ...against })
    .filter((row) => !isOf(row))
    .map(toCompared);
  return { ...describeDifference(failing, earlier), ...told, baseline: "before", against };
}
