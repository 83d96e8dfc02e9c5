import type Database from "better-sqlite3";
import { type StepSummary, summariseStep } from "@/lib/core/step-summary";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { findRun, listSummaries, newestBlock, toRange } from "./read-steps";
import { fromStepNumber } from "./rows";
import { toSettings } from "./runs";
import {
  countAttempts,
  NameReader,
  type ReplacedRow,
  replacedColumns,
  replacedJoin,
  type SummarisedValues,
  summarisedColumns,
  toSummarisedRollouts,
} from "./summarised-rows";

const selectLabelled = `
  SELECT ${summarisedColumns}, r.step, segment.name
  FROM rollout AS r
  JOIN segment ON segment.id = r.segment_id
  WHERE r.run_id = :run AND r.split = :split AND r.step BETWEEN :from AND :to AND r.counts = 1
    AND CASE WHEN :segment IS NULL THEN r.step < coalesce(segment.superseded_from, 9e15)
             ELSE segment.name = :segment END
    AND (:environment IS NULL OR r.environment_id = (SELECT id FROM name WHERE text = :environment))`;

const selectReplaced = `
  SELECT ${replacedColumns}
  FROM rollout AS r ${replacedJoin}
  WHERE r.segment_id IN (SELECT id FROM segment WHERE run_id = :run) AND r.split = :split AND r.step BETWEEN :from AND :to AND r.counts = 0
    AND (:segment IS NULL OR :segment = :segment) AND (:environment IS NULL OR :environment = :environment)`;

/** The condition that a rollout carries all of these labels, with its parameters. */
export function toLabelCondition(
  labels: StepFilter["labels"],
  alias = "r",
): { readonly sql: string; readonly values: object } {
  const values: Record<string, string> = {};
  const parts = labels.map(([name, value], index) => {
    values[`label${index}`] = name;
    values[`value${index}`] = value;
    return ` AND ${alias}.label_set_id IN (
      SELECT label_set_id FROM label_set_item
      WHERE name_id = (SELECT id FROM name WHERE text = :label${index})
        AND value_id = (SELECT id FROM name WHERE text = :value${index}))`;
  });
  return { sql: parts.join(""), values };
}

type LabelledValues = readonly [...SummarisedValues, step: number, segment: string];

function placeOf(values: LabelledValues): { readonly step: number; readonly segment: string } {
  return { step: values[21], segment: values[22] };
}

/** Summaries of the rollouts that carry some labels, from their rows: long for a long run, so a worker's job. */
export function summariseLabelled(db: Database.Database, filter: StepFilter): readonly StepSummary[] {
  const run = findRun(db, filter.run);
  if (run === null) return [];
  const names = new NameReader(db);
  const { sql, values } = toLabelCondition(filter.labels);
  const parameters = { ...toRange(run, filter), ...values, environment: filter.environment ?? null };
  const replaced = db
    .prepare<[object], ReplacedRow>(`${selectReplaced}${toLabelCondition(filter.labels, "winner").sql}`)
    .all(parameters);
  const attempts = countAttempts(replaced);
  const rows = db
    .prepare<[object], LabelledValues>(`${selectLabelled}${sql} ORDER BY r.step, r.segment_id`)
    .raw()
    .iterate(parameters);
  const { onFailed, failureReward } = toSettings(run);
  const complete = new Map(
    listSummaries(db, { ...filter, environment: undefined }).map((summary) => [summary.step, summary.complete]),
  );
  const summaries: StepSummary[] = [];
  let open: LabelledValues[] = [];
  const close = () => {
    if (open[0] === undefined) return;
    const place = placeOf(open[0]);
    const step = fromStepNumber(place.step);
    const about = {
      split: filter.split,
      step,
      segment: place.segment,
      environment: filter.environment ?? null,
      declared: null,
      complete: complete.get(step) ?? false,
      declaredFinishedAt: null,
      scoring: { onFailed, failureReward },
    };
    summaries.push(summariseStep(toSummarisedRollouts(open, attempts, names), about));
    open = [];
  };
  for (const row of rows) {
    const before = open[0] === undefined ? null : placeOf(open[0]);
    const { step, segment } = placeOf(row);
    if (before !== null && (before.step !== step || before.segment !== segment)) close();
    open.push(row);
  }
  close();
  return newestBlock(db, run, filter, summaries);
}
