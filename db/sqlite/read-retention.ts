import type Database from "better-sqlite3";
import { describeRule, judgeRetention, type PlannedAct, type RetentionRule } from "@/lib/core/retention";
import { readRunContents } from "./read-contents";
import { isShownRun, type RunRow, toSettings } from "./runs";

interface RuleRow {
  readonly id: number;
  readonly project: string | null;
  readonly payload_days: number | null;
  readonly rollout_days: number | null;
  readonly archived_days: number | null;
  readonly version: number;
  readonly changed_by: string | null;
  readonly changed_at: number;
}

const selectRuns = `
  SELECT run.*, coalesce(d.open_incidents, 0) AS open_incidents
  FROM run
  LEFT JOIN run_detection AS d ON d.run_id = run.id
  WHERE ${isShownRun}
  ORDER BY coalesce(run.last_seen_at, run.created_at), run.id`;

const selectText = `
  SELECT (SELECT coalesce(sum(length(body)), 0) FROM payload_block WHERE run_id = :run) AS bytes,
         (SELECT count(*) FROM payload_block WHERE run_id = :run) AS blocks`;

const selectSealed = `
  SELECT count(*)
  FROM sealed_step
  JOIN segment ON segment.id = sealed_step.segment_id
  JOIN run ON run.id = segment.run_id
  WHERE run.name = ?`;

export function listRules(db: Database.Database): readonly RetentionRule[] {
  return db
    .prepare<[], RuleRow>("SELECT * FROM retention_rule ORDER BY project IS NOT NULL, project")
    .all()
    .map((row) => ({
      id: row.id,
      project: row.project,
      payloadDays: row.payload_days,
      rolloutDays: row.rollout_days,
      archivedDays: row.archived_days,
      version: row.version,
      changedBy: row.changed_by,
      changedAt: row.changed_at,
    }));
}

/** Steps of a run, of all its launches, whose rollouts a rule removed. */
export function countSealedSteps(db: Database.Database, run: string): number {
  return Number(db.prepare(selectSealed).pluck().get(run));
}

/** What the rules would do now, run by run, oldest activity first; what they have done already is left out. */
export function planRetention(db: Database.Database, now: number): readonly PlannedAct[] {
  const rules = listRules(db);
  if (rules.length === 0) return [];
  const text = db.prepare<[object], { bytes: number; blocks: number }>(selectText);
  return db
    .prepare<[], RunRow & { readonly open_incidents: number }>(selectRuns)
    .all()
    .flatMap((row) => {
      const { project, tags } = toSettings(row);
      const activeAt = row.last_seen_at ?? row.created_at;
      const about = { run: row.name, project, tags, activeAt };
      const facts = { ...about, archivedAt: row.archived_at, openIncidents: row.open_incidents };
      return judgeRetention(facts, rules, now).flatMap(({ act, rule, protection }) => {
        const planned = { run: row.name, act, rule: describeRule(rule), protection, activeAt };
        const kept = text.get({ run: row.id }) ?? { bytes: 0, blocks: 0 };
        if (act === "payloads") {
          return kept.blocks === 0 ? [] : [{ ...planned, steps: 0, rollouts: 0, bytes: kept.bytes }];
        }
        const contents = readRunContents(db, row.name);
        if (contents === null || (act === "rollouts" && contents.rollouts === 0 && kept.blocks === 0)) return [];
        const { steps, rollouts, bytes } = contents;
        return [{ ...planned, steps, rollouts, bytes }];
      });
    });
}
