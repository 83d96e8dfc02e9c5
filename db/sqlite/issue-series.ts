import type Database from "better-sqlite3";
import type { IssuePoint, IssueSeries } from "@/lib/core/issues/issue";
import { type Split, splits } from "@/lib/core/rollout";
import { bucketWidth } from "@/lib/core/series";
import { occurrences } from "./issue-steps";
import { toCode } from "./rows";

const selectSteps = `
  SELECT t.step, t.expected
  FROM step_summary AS t
  JOIN segment ON segment.id = t.segment_id
  WHERE t.run_id = :run AND t.split = :split AND t.environment_id = 0 AND t.step >= :from AND t.expected > 0
    AND t.step < coalesce(segment.superseded_from, 9e15)
  ORDER BY t.step`;

const selectLastStep = `
  SELECT max(t.step) AS step
  FROM step_summary AS t
  WHERE t.run_id = :run AND t.split = :split AND t.environment_id = 0`;

const selectCounts = `
  SELECT s.step, sum(${occurrences}) AS count
  FROM fingerprint AS f
  JOIN segment         ON segment.run_id = :run
  JOIN issue_step AS s ON s.fingerprint_id = f.id AND s.segment_id = segment.id AND s.split = :split
  WHERE f.issue_id = :issue AND s.step >= :from AND s.step < coalesce(segment.superseded_from, 9e15)
  GROUP BY s.step`;

interface Place {
  readonly id: number;
  readonly name: string;
  readonly split: Split;
}

/** Points of whole buckets, for one run after another issue; the run's steps are read once. */
export class SeriesReader {
  readonly #steps: readonly { readonly step: number; readonly expected: number }[];
  readonly #counts: Database.Statement<[object], { step: number; count: number }>;
  readonly #place: Place;
  readonly #width: number;

  /** @param newest steps to look at, at most; null: the whole run. */
  constructor(db: Database.Database, place: Place, resolution: number, newest: number | null) {
    const about = { run: place.id, split: toCode(splits, place.split) };
    const last = db.prepare<[object], { step: number | null }>(selectLastStep).get(about)?.step ?? 0;
    const from = newest === null ? 0 : Math.max(0, last - newest + 1);
    this.#steps = db.prepare<[object], { step: number; expected: number }>(selectSteps).all({ ...about, from });
    this.#counts = db.prepare(selectCounts);
    this.#place = place;
    const [first] = this.#steps;
    this.#width = first === undefined ? 1 : bucketWidth(first.step, last, resolution);
  }

  read(issue: number): IssueSeries {
    const { id, name, split } = this.#place;
    const from = this.#steps[0]?.step ?? 0;
    const rows = this.#counts.all({ issue, run: id, split: toCode(splits, split), from });
    const counts = new Map(rows.map((row) => [row.step, row.count]));
    const width = this.#width;
    const points: { -readonly [Name in keyof IssuePoint]: IssuePoint[Name] }[] = [];
    for (const { step, expected } of this.#steps) {
      const start = step - (step % width);
      const count = counts.get(step) ?? 0;
      const open = points[points.length - 1];
      const rate = count / expected;
      if (open === undefined || open.from !== start) {
        points.push({ from: start, to: start + width - 1, count, n: expected, max: rate });
        continue;
      }
      open.count += count;
      open.n += expected;
      open.max = Math.max(open.max, rate);
    }
    return { run: name, split, width, points };
  }
}
