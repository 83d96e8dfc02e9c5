import type Database from "better-sqlite3";
import type { IssueWindow } from "@/lib/core/issues/standing";
import { occurrences } from "./issue-steps";

const selectWindow = `
  SELECT f.issue_id,
         sum(CASE WHEN s.step > :recent THEN ${occurrences} ELSE 0 END)  AS recent,
         sum(CASE WHEN s.step <= :recent THEN ${occurrences} ELSE 0 END) AS earlier
  FROM segment
  JOIN issue_step  AS s ON s.segment_id = segment.id AND s.split = 0 AND s.step > :before
  JOIN fingerprint AS f ON f.id = s.fingerprint_id
  WHERE segment.run_id = :run AND s.step <= :last AND s.step < coalesce(segment.superseded_from, 9e15)
  GROUP BY f.issue_id`;

const selectExpected = `
  SELECT t.step, t.expected
  FROM step_summary AS t
  JOIN segment ON segment.id = t.segment_id
  WHERE t.run_id = :run AND t.split = 0 AND t.environment_id = 0 AND t.step >= 0 AND t.complete = 1
    AND t.step < coalesce(segment.superseded_from, 9e15)
  ORDER BY t.step DESC
  LIMIT :steps`;

/** Steps that are held against those before them. */
const recentSteps = 10;
const earlierSteps = 40;

/** How often each issue was seen in a run's newest complete steps, and in those before. */
export function readWindow(db: Database.Database, run: number): (issue: number) => IssueWindow {
  const steps = db
    .prepare<[object], { step: number; expected: number }>(selectExpected)
    .all({ run, steps: recentSteps + earlierSteps });
  const sum = (part: typeof steps) => part.reduce((total, { expected }) => total + expected, 0);
  const [recentN, earlierN] = [sum(steps.slice(0, recentSteps)), sum(steps.slice(recentSteps))];
  const recent = (steps[Math.min(recentSteps, steps.length) - 1]?.step ?? 0) - 1;
  const before = (steps[steps.length - 1]?.step ?? 0) - 1;
  const rows = db
    .prepare<[object], { issue_id: number; recent: number; earlier: number }>(selectWindow)
    .all({ run, recent, before, last: steps[0]?.step ?? -1 });
  const found = new Map(rows.map((row) => [row.issue_id, row]));
  return (issue) => {
    const row = found.get(issue);
    return {
      recent: { count: Math.min(row?.recent ?? 0, recentN), n: recentN },
      earlier: { count: Math.min(row?.earlier ?? 0, earlierN), n: earlierN },
    };
  };
}
