import type Database from "better-sqlite3";
import { lostRate } from "@/lib/core/coverage";
import { rateValue } from "@/lib/core/rate";
import type { RecentStep } from "@/lib/core/run-list";
import { decodeSummary, type SummaryRow } from "./summary-row";

/** Steps that a sparkline of the runs list shows. */
const recentSteps = 60;

const selectTotals = `
  SELECT
    max(CASE WHEN s.split = 0 THEN s.step END) AS last_step,
    coalesce(sum(s.received), 0)               AS rollouts
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  WHERE s.run_id = ? AND s.environment_id = 0 AND s.step < coalesce(segment.superseded_from, 9e15)`;

const selectRecent = `
  SELECT s.step, s.split, s.complete, segment.name AS segment, NULL AS environment, s.body
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  WHERE s.run_id = ? AND s.split = 0 AND s.environment_id = 0 AND s.step < coalesce(segment.superseded_from, 9e15)
  ORDER BY s.step DESC
  LIMIT ${recentSteps}`;

const upsert = `
  INSERT INTO run_overview (run_id, last_step, rollouts, recent, newest)
  VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (run_id) DO UPDATE SET
    last_step = excluded.last_step, rollouts = excluded.rollouts, recent = excluded.recent, newest = excluded.newest`;

/** What the runs list shows of a run, made again whenever one of its steps was: a list of a thousand runs reads no step. */
export class RunOverviews {
  readonly #totals: Database.Statement<[number], { last_step: number | null; rollouts: number }>;
  readonly #recent: Database.Statement<[number], SummaryRow>;
  readonly #upsert: Database.Statement<[number, number | null, number, string, string | null]>;

  constructor(db: Database.Database) {
    this.#totals = db.prepare(selectTotals);
    this.#recent = db.prepare(selectRecent);
    this.#upsert = db.prepare(upsert);
  }

  refresh(runId: number): void {
    const totals = this.#totals.get(runId) ?? { last_step: null, rollouts: 0 };
    const summaries = this.#recent.all(runId).map(decodeSummary).reverse();
    const recent: RecentStep[] = summaries.flatMap((summary) => {
      if (summary.step === null) return [];
      return [{ step: summary.step, evidence: summary.reward.evidence.mean, lost: rateValue(lostRate(summary)) }];
    });
    const newest = summaries[summaries.length - 1];
    this.#upsert.run(
      runId,
      totals.last_step,
      totals.rollouts,
      JSON.stringify(recent),
      newest === undefined ? null : JSON.stringify(newest),
    );
  }
}
