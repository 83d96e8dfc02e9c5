import type Database from "better-sqlite3";
import type { IssueCount, LabelCount, RunTally } from "@/lib/core/compare/run-tally";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { type IssueRow, toTriage } from "./issue-rows";
import { toLabelCondition } from "./read-labelled-steps";
import { findRun, toRange } from "./read-steps";

const current = `
  CASE WHEN :segment IS NULL THEN r.step < coalesce(segment.superseded_from, 9e15) ELSE segment.name = :segment END`;

/** The filter's rollouts, found by the index over segments and steps. */
const counting = `
  FROM segment
  JOIN rollout AS r ON r.segment_id = segment.id AND r.split = :split AND r.step BETWEEN :from AND :to AND r.counts = 1
  WHERE segment.run_id = :run AND ${current}
    AND (:environment IS NULL OR r.environment_id = (SELECT id FROM name WHERE text = :environment))`;

/** Forms of issues from their counts a step, without looking at a rollout: of all environments and labels. */
const selectForms = `
  SELECT f.issue_id, f.kind, f.template, sum(r.scored + r.masked + r.unscored + r.failed + r.omitted) AS count
  FROM segment
  JOIN issue_step AS r ON r.segment_id = segment.id AND r.split = :split AND r.step BETWEEN :from AND :to
  JOIN fingerprint AS f ON f.id = r.fingerprint_id
  WHERE segment.run_id = :run AND ${current} AND (:environment IS NULL OR :environment = :environment)
  GROUP BY f.id`;

/** The same of the rollouts of one environment or label. */
const selectFilteredForms = (labels: string) => `
  SELECT f.issue_id, f.kind, f.template, sum(seen.count) AS count
  FROM (SELECT i.fingerprint_id, count(*) AS count
        FROM (SELECT r.id ${counting}${labels}) AS r
        JOIN issue_rollout AS i ON i.rollout_id = r.id
        GROUP BY i.fingerprint_id) AS seen
  JOIN fingerprint AS f ON f.id = seen.fingerprint_id
  GROUP BY f.id`;

const selectLabelSets = (labels: string) =>
  `SELECT r.label_set_id, count(*) AS count ${counting}${labels} GROUP BY r.label_set_id`;

const selectLabels = `
  SELECT pair.value ->> 0 AS name, pair.value ->> 1 AS value
  FROM label_set AS s, json_each(s.labels) AS pair
  WHERE s.id = ?`;

const selectIssue = "SELECT * FROM issue WHERE id = ?";

interface FormRow {
  readonly issue_id: number;
  readonly kind: string;
  readonly template: string;
  readonly count: number;
}

function toIssueCounts(db: Database.Database, forms: readonly FormRow[]): IssueCount[] {
  const select = db.prepare<[number], IssueRow>(selectIssue);
  const issues = new Map<number, { readonly form: FormRow; readonly count: number }>();
  for (const form of forms) {
    const known = issues.get(form.issue_id);
    const isMore = known === undefined || form.count > known.form.count;
    issues.set(form.issue_id, { form: isMore ? form : known.form, count: (known?.count ?? 0) + form.count });
  }
  return [...issues].flatMap(([issue, { form, count }]) => {
    const row = select.get(issue);
    return row === undefined
      ? []
      : [{ issue, kind: form.kind, template: form.template, state: toTriage(row).state, count }];
  });
}

function toLabelCounts(
  db: Database.Database,
  sets: readonly { readonly label_set_id: number | null; readonly count: number }[],
): LabelCount[] {
  const select = db.prepare<[number], { name: string; value: string }>(selectLabels);
  const counts = new Map<string, LabelCount>();
  for (const { label_set_id: set, count } of sets) {
    for (const { name, value } of set === null ? [] : select.all(set)) {
      const key = JSON.stringify([name, value]);
      counts.set(key, { name, value, count: (counts.get(key)?.count ?? 0) + count });
    }
  }
  return [...counts.values()];
}

/** Counts a run's issues and labels in some steps. Labels are counted row by row: long for a long run, a worker's job. */
export function readTally(db: Database.Database, filter: StepFilter): RunTally | null {
  const run = findRun(db, filter.run);
  if (run === null) return null;
  const { sql, values } = toLabelCondition(filter.labels);
  const parameters = { ...toRange(run, filter), ...values, environment: filter.environment ?? null };
  const isWhole = filter.environment === undefined && filter.labels.length === 0;
  const forms = db.prepare<[object], FormRow>(isWhole ? selectForms : selectFilteredForms(sql)).all(parameters);
  const sets = db
    .prepare<[object], { label_set_id: number | null; count: number }>(selectLabelSets(sql))
    .all(parameters);
  return {
    rollouts: sets.reduce((total, { count }) => total + count, 0),
    issues: toIssueCounts(db, forms),
    labels: toLabelCounts(db, sets),
  };
}
