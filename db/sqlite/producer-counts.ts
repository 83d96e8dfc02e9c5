import type Database from "better-sqlite3";
import { splits } from "@/lib/core/rollout";
import type { CountComparison } from "@/lib/core/run";
import type { StepSummary } from "@/lib/core/step-summary";
import type { ProducerCounts } from "../store";
import { fromStepNumber, toCode, toStepNumber } from "./rows";
import { decodeSummary, type SummaryRow } from "./summary-row";

const upsertCount = `
  INSERT INTO producer_count (run_id, source, file, step, split, name, value)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET value = excluded.value`;

const selectCounts = `
  SELECT source, file, step, split, name, value FROM producer_count WHERE run_id = ? ORDER BY source, file, step, name`;

const selectStep = `
  SELECT s.step, s.split, s.complete, segment.name AS segment, NULL AS environment, s.body
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  WHERE s.run_id = ? AND s.split = ? AND s.environment_id = 0 AND s.step = ?
    AND s.step < coalesce(segment.superseded_from, 9e15)
  ORDER BY s.segment_id DESC`;

interface CountRow {
  readonly source: string;
  readonly file: string;
  readonly step: number;
  readonly split: number;
  readonly name: string;
  readonly value: number;
}

/** What we count under each name that a producer's count may be compared by. */
const ours: Readonly<Record<string, (summary: StepSummary) => number | null>> = {
  expected: (summary) => summary.expected,
  received: (summary) => summary.received,
  scored: (summary) => summary.scored,
  masked: (summary) => summary.masked,
  unscored: (summary) => summary.unscored,
  failed: (summary) => summary.failed,
  omitted: (summary) => summary.omitted,
  unknown: (summary) => summary.unknown,
  attempts: (summary) => summary.attempts,
  reward_mean: (summary) => summary.reward.asScored.mean,
  evidence_mean: (summary) => summary.reward.evidence.mean,
};

/** Means are compared to this relative difference: producers round. */
const tolerance = 1e-6;

export function setProducerCounts(db: Database.Database, runId: number, counts: ProducerCounts): void {
  const statement = db.prepare(upsertCount);
  const step = toStepNumber(counts.step);
  for (const [name, value] of counts.counts) {
    statement.run(runId, counts.source, counts.file, step, toCode(splits, counts.split), name, value);
  }
}

/** Comparisons that are shown: those that differ first. */
const shownComparisons = 200;

/** Counts that producers made themselves beside ours for the same step; what differs comes first. */
export function readProducerComparisons(db: Database.Database, runId: number): readonly CountComparison[] {
  const select = db.prepare<[number, number, number], SummaryRow>(selectStep);
  const steps = new Map<string, StepSummary | null>();
  const readStep = (split: number, step: number): StepSummary | null => {
    const key = `${split} ${step}`;
    let summary = steps.get(key);
    if (summary === undefined) {
      const row = select.get(runId, split, step);
      summary = row === undefined ? null : decodeSummary(row);
      steps.set(key, summary);
    }
    return summary;
  };
  const compared = db
    .prepare<[number], CountRow>(selectCounts)
    .all(runId)
    .map((row) => compare(row, readStep(row.split, row.step)));
  const isDifferent = (one: CountComparison) => (one.agrees === false ? 0 : 1);
  return compared.sort((a, b) => isDifferent(a) - isDifferent(b)).slice(0, shownComparisons);
}

function compare(row: CountRow, summary: StepSummary | null): CountComparison {
  const read = Object.hasOwn(ours, row.name) ? ours[row.name] : undefined;
  const mine = summary === null || read === undefined ? null : read(summary);
  return {
    source: row.source,
    file: row.file,
    step: fromStepNumber(row.step),
    name: row.name,
    theirs: row.value,
    ours: mine,
    agrees: mine === null ? null : Math.abs(mine - row.value) <= tolerance * Math.max(1, Math.abs(row.value)),
  };
}
