import type Database from "better-sqlite3";
import { findRun, toRange } from "./read-steps";

const selectEndings = `
  SELECT s.step, coalesce(s.body ->> '$.finishedAt', s.last_seen_at, 0) AS ended
  FROM step_summary AS s
  JOIN segment ON segment.id = s.segment_id
  WHERE s.run_id = :run AND s.split = :split AND s.environment_id = 0 AND s.step BETWEEN :from AND :to AND s.step >= 0
    AND :segment IS NULL AND s.step < coalesce(segment.superseded_from, 9e15)
  ORDER BY s.step`;

/**
 * For each of some moments the first current train step that was not over by then, null where none is known: in one look
 * along the steps, as far as the last of the moments, and without reading any summary.
 */
export function findSteps(db: Database.Database, name: string, moments: readonly number[]): readonly (number | null)[] {
  const found = new Map<number, number>();
  const left = new Set(moments);
  const run = findRun(db, name);
  if (run !== null) {
    const endings = db.prepare<[object], { step: number; ended: number }>(selectEndings);
    for (const { step, ended } of endings.iterate(toRange(run, { run: name, split: "train", labels: [] }))) {
      for (const moment of left) {
        if (ended < moment) continue;
        found.set(moment, step);
        left.delete(moment);
      }
      if (left.size === 0) break;
    }
  }
  return moments.map((moment) => found.get(moment) ?? null);
}
