import { isDeepStrictEqual } from "node:util";
import type Database from "better-sqlite3";
import { splits } from "@/lib/core/rollout";
import type { StepSummary } from "@/lib/core/step-summary";
import { listDamage, openJudged } from "./judge-copy";
import { summariseLabelled } from "./read-labelled-steps";
import { listSummaries } from "./read-steps";
import { fromCode } from "./rows";
import { isShownRun } from "./runs";

/** What looking at a database found, without writing to it. */
export interface Examination {
  readonly engine: string;
  readonly schemaVersion: number;
  readonly damage: readonly string[];
  readonly dirtySteps: number;
  readonly pages: { readonly size: number; readonly count: number; readonly free: number };
  /** When the newest row was taken in, epoch ms; null: there is none. */
  readonly newestAt: number | null;
  readonly recheck: { readonly steps: number; readonly different: readonly string[] };
}

const selectSample = `
  SELECT run.name AS run, segment.name AS segment, s.split, s.step
  FROM step_summary AS s
  JOIN run ON run.id = s.run_id
  JOIN segment ON segment.id = s.segment_id
  WHERE s.environment_id = 0 AND s.received > 0 AND ${isShownRun}
    AND NOT EXISTS (SELECT 1 FROM sealed_step AS z
      WHERE z.segment_id = s.segment_id AND z.split = s.split AND z.step = s.step)
    AND NOT EXISTS (SELECT 1 FROM dirty_step AS d
      WHERE d.segment_id = s.segment_id AND d.split = s.split AND d.step = s.step)
  ORDER BY s.id * 2654435761 % 4294967296
  LIMIT ?`;

interface Place {
  readonly run: string;
  readonly segment: string;
  readonly split: number;
  readonly step: number;
}

/** What follows from a step's rows alone, and from no declaration. */
function ofRows(summary: StepSummary | undefined): object {
  if (summary === undefined) return {};
  const { declared: _, expected: _e, unknown: _u, complete: _c, finishedAt: _f, ...rest } = summary;
  // As it is kept: what JSON leaves out or rounds is no difference.
  const kept: object = JSON.parse(JSON.stringify(rest));
  return kept;
}

function recheck(db: Database.Database, sample: number): Examination["recheck"] {
  const places = db.prepare<[number], Place>(selectSample).all(sample);
  const different = places.flatMap(({ run, segment, split, step }) => {
    const filter = { run, segment, split: fromCode(splits, split), from: step, to: step, labels: [] };
    const [kept] = listSummaries(db, filter);
    const [made] = summariseLabelled(db, filter);
    return isDeepStrictEqual(ofRows(kept), ofRows(made)) ? [] : [`${run}: step ${step} of ${segment}`];
  });
  return { steps: places.length, different };
}

/**
 * Looks at a database that may be in use: whether it is whole, and whether some of its summaries, drawn by lot, are what
 * their rows say.
 *
 * @throws StoreError where it can't be read at all.
 */
export function examine(file: string, newest: number, sample: number): Examination {
  const db = openJudged(file, newest);
  try {
    return db.transaction(() => {
      const pragma = (name: string) => Number(db.pragma(name, { simple: true }));
      const newestAt = db.prepare("SELECT max(last_seen_at) FROM run").pluck().get();
      return {
        engine: String(db.prepare("SELECT sqlite_version()").pluck().get()),
        schemaVersion: pragma("user_version"),
        damage: listDamage(db),
        dirtySteps: Number(db.prepare("SELECT count(*) FROM dirty_step").pluck().get()),
        pages: { size: pragma("page_size"), count: pragma("page_count"), free: pragma("freelist_count") },
        newestAt: typeof newestAt === "number" ? newestAt : null,
        // A schema that is older has other columns: a server brings it up first.
        recheck: pragma("user_version") === newest ? recheck(db, sample) : { steps: 0, different: [] },
      };
    })();
  } finally {
    db.close();
  }
}
