import type Database from "better-sqlite3";
import { isSuspectedFalseZero } from "@/lib/core/false-zero";
import { storedOutcomes } from "@/lib/core/outcome";
import { dispositions, emptinessRules, splits } from "@/lib/core/rollout";
import { type GroupPage, type StepGroups, type StepMember, toStepGroups } from "@/lib/core/step-groups";
import type { StepFilter } from "@/lib/core/stored-rollout";
import type { StepPlace } from "../store";
import { toLabelCondition } from "./read-labelled-steps";
import { findRun, readStepRange, toRange } from "./read-steps";
import { fromCode, toCode } from "./rows";
import { toSettings } from "./runs";
import { compareSegments, type SegmentRow } from "./segments";
import { NameReader } from "./summarised-rows";

const selectMembers = `
  SELECT r.id, r.outcome, r.reward, r.kind_id, r.environment_id, r.group_key, r.sample, r.sent_id, r.emptiness,
         r.advantage, r.disposition, CASE WHEN r.emptiness IS NOT NULL THEN r.reason END AS reason
  FROM rollout AS r
  JOIN segment ON segment.id = r.segment_id
  WHERE r.segment_id IN (SELECT id FROM segment WHERE run_id = :run) AND r.split = :split
    AND r.step BETWEEN :from AND :to AND r.counts = 1
    AND CASE WHEN :segment IS NULL THEN r.step < coalesce(segment.superseded_from, 9e15)
             ELSE segment.name = :segment END
    AND (:environment IS NULL OR r.environment_id = (SELECT id FROM name WHERE text = :environment))`;

interface MemberRow {
  readonly id: number;
  readonly outcome: number;
  readonly reward: number | null;
  readonly kind_id: number | null;
  readonly environment_id: number | null;
  readonly group_key: string | null;
  readonly sample: number | null;
  readonly sent_id: string | null;
  readonly emptiness: number | null;
  readonly advantage: number | null;
  readonly disposition: number | null;
  readonly reason: string | null;
}

/** One step's counting rollouts by group, in one query: as long as the step is large, so a worker's job. */
export function readStepGroups(db: Database.Database, filter: StepFilter, page: GroupPage): StepGroups {
  const run = findRun(db, filter.run);
  if (run === null) return toStepGroups([], { onFailed: null, failureReward: 0 }, page);
  const settings = toSettings(run);
  const names = new NameReader(db);
  const { sql, values } = toLabelCondition(filter.labels);
  const members = db
    .prepare<[object], MemberRow>(`${selectMembers}${sql}`)
    .all({ ...toRange(run, filter), ...values, environment: filter.environment ?? null })
    .map((row): StepMember => {
      const facts = {
        outcome: fromCode(storedOutcomes, row.outcome),
        reward: row.reward,
        failureKind: names.read(row.kind_id),
      };
      const emptiness = row.emptiness === null ? null : fromCode(emptinessRules, row.emptiness);
      return {
        ...facts,
        key: row.id,
        id: row.sent_id,
        sample: row.sample,
        group: row.group_key,
        environment: names.read(row.environment_id),
        suspected: isSuspectedFalseZero({ ...facts, emptiness, failureReason: row.reason }, settings.failureReward),
        advantage: row.advantage,
        disposition: row.disposition === null ? null : fromCode(dispositions, row.disposition),
      };
    });
  return toStepGroups(members, settings, page);
}

const selectSegments = `
  SELECT segment.*
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  WHERE s.run_id = :run AND s.split = :split AND s.environment_id = 0 AND s.step = :step`;

/** A step's neighbours, and the launches that ran it. */
export function readStepPlace(db: Database.Database, filter: StepFilter, step: number): StepPlace {
  const run = findRun(db, filter.run);
  if (run === null) return { previous: null, next: null, segments: [] };
  const previous = readStepRange(db, { ...filter, from: undefined, to: step - 1 });
  const next = readStepRange(db, { ...filter, from: step + 1, to: undefined });
  const segments = db
    .prepare<[object], SegmentRow>(selectSegments)
    .all({ run: run.id, split: toCode(splits, filter.split), step })
    .sort(compareSegments);
  return {
    previous: step === 0 ? null : (previous?.last ?? null),
    next: next?.first ?? null,
    segments: segments.map((segment) => ({
      segment: segment.name,
      counts: segment.superseded_from === null || step < segment.superseded_from,
    })),
  };
}
