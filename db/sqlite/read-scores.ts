import type Database from "better-sqlite3";
import type { ScoreTotals } from "@/lib/core/attribution";
import type { PeriodFilter, ScorePeriod } from "@/lib/core/score-period";
import { findRun, toRange } from "./read-steps";

const current = `
  s.run_id = :run AND s.split = :split AND s.step BETWEEN :from AND :to AND s.step >= 0
    AND CASE WHEN :segment IS NULL THEN s.step < coalesce(segment.superseded_from, 9e15)
             ELSE segment.name = :segment END`;

/** The newest complete steps of a range. */
const selectNewest = `
  SELECT min(step) AS first, max(step) AS last
  FROM (SELECT s.step FROM step_summary AS s JOIN segment ON segment.id = s.segment_id
        WHERE ${current} AND s.environment_id = 0 AND s.complete = 1 ORDER BY s.step DESC LIMIT :most)`;

const selectTotals = `
  SELECT environment.text AS environment, s.environment_id, count(DISTINCT s.step) AS steps,
         sum(s.body ->> '$.reward.evidence.n') AS evidence,
         sum((s.body ->> '$.reward.evidence.n') * coalesce(s.body ->> '$.reward.evidence.mean', 0)) AS evidence_sum,
         sum(s.body ->> '$.reward.asScored.n') AS scored,
         sum((s.body ->> '$.reward.asScored.n') * coalesce(s.body ->> '$.reward.asScored.mean', 0)) AS scored_sum
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  LEFT JOIN name AS environment ON environment.id = s.environment_id
  WHERE ${current} AND (s.complete = 1 OR NOT :completeOnly)
    AND (:environment IS NULL OR environment.text = :environment)
  GROUP BY s.environment_id`;

interface TotalsRow {
  readonly environment: string | null;
  readonly environment_id: number;
  readonly steps: number;
  readonly evidence: number;
  readonly evidence_sum: number;
  readonly scored: number;
  readonly scored_sum: number;
}

function toTotals(row: TotalsRow): ScoreTotals {
  const lost = row.scored - row.evidence;
  return {
    environment: row.environment,
    evidence: { n: row.evidence, sum: row.evidence_sum },
    lost: { n: lost, sum: lost === 0 ? 0 : row.scored_sum - row.evidence_sum },
  };
}

/** Rollouts that name no environment have no summary of their own: they are what the others leave of the whole. */
function withoutEnvironment(whole: ScoreTotals, named: readonly ScoreTotals[]): ScoreTotals {
  const rest = (part: "evidence" | "lost") =>
    named.reduce((left, one) => ({ n: left.n - one[part].n, sum: left.sum - one[part].sum }), whole[part]);
  const clean = ({ n, sum }: ScoreTotals["evidence"]) => (n === 0 ? { n, sum: 0 } : { n, sum });
  return { environment: null, evidence: clean(rest("evidence")), lost: clean(rest("lost")) };
}

/** Rewards of a period by environment, from its summaries; null where no step lies in it. */
export function readScores(db: Database.Database, { newest, ...filter }: PeriodFilter): ScorePeriod | null {
  const run = findRun(db, filter.run);
  if (run === null) return null;
  let range = toRange(run, { ...filter, labels: [] });
  if (newest !== undefined) {
    const found = db
      .prepare<[object], { first: number | null; last: number | null }>(selectNewest)
      .get({ ...range, most: newest });
    if (found === undefined || found.first === null || found.last === null) return null;
    range = { ...range, from: found.first, to: found.last };
  }
  const rows = db
    .prepare<[object], TotalsRow>(selectTotals)
    .all({ ...range, completeOnly: newest === undefined ? 0 : 1, environment: filter.environment ?? null });
  const whole = rows.find((row) => row.environment_id === 0);
  const named = rows.filter((row) => row.environment_id !== 0).map(toTotals);
  const steps = (whole ?? rows[0])?.steps ?? 0;
  if (steps === 0) return null;
  const rest = whole === undefined ? [] : [withoutEnvironment(toTotals(whole), named)];
  return {
    from: range.from,
    to: range.to,
    steps,
    totals: [...named, ...rest].filter(({ evidence, lost }) => evidence.n + lost.n > 0),
  };
}
