import type Database from "better-sqlite3";
import { RunDetector, type RunFacts } from "@/lib/core/detect/run-detector";
import { sensitivities } from "@/lib/core/detect/sensitivity";
import type { Counters } from "./counters";
import { fromStepNumber } from "./rows";
import { type RunRow, toSettings } from "./runs";
import { firstStepOf, type Segments } from "./segments";
import { decodeSummary, type SummaryRow } from "./summary-row";

/** Steps that changed since a number of the sequence. A step and its environments are always written together. */
const selectChanged = `
  SELECT s.step, s.split, s.complete, segment.name AS segment, environment.text AS environment, s.body
  FROM step_summary AS s INDEXED BY step_summary_by_sequence
  JOIN segment ON segment.id = s.segment_id
  LEFT JOIN name AS environment ON environment.id = s.environment_id
  WHERE s.run_id = :run AND s.sequence > :since AND s.sequence <= :to AND (s.split = 0 OR s.step < 0)`;

/** Where a slice of changed summaries ends: before the next step, whose summary is written before its environments. */
const selectSliceEnd = `
  WITH slice AS (
    SELECT max(sequence) AS last FROM (
      SELECT sequence FROM step_summary WHERE run_id = :run AND sequence > :since ORDER BY sequence LIMIT :rows))
  SELECT
    last,
    (SELECT sequence FROM step_summary
     WHERE run_id = :run AND sequence > slice.last AND environment_id = 0 ORDER BY sequence LIMIT 1) AS next
  FROM slice`;

const selectRemoved = `
  SELECT removed.step, segment.name AS segment
  FROM removed_step AS removed
  JOIN segment ON segment.run_id = removed.run_id
  WHERE removed.run_id = :run AND removed.sequence > :since AND (removed.split = 0 OR removed.step < 0)
    AND NOT EXISTS (SELECT 1 FROM step_summary AS s
      WHERE s.segment_id = segment.id AND s.split = removed.split AND s.environment_id = 0 AND s.step = removed.step)`;

const selectCheckpoints = `
  SELECT segment.name AS segment, d.step, d.checkpoint AS name
  FROM segment
  JOIN step_declaration AS d ON d.segment_id = segment.id AND d.checkpoint IS NOT NULL
  WHERE segment.run_id = ? AND d.split = 0
  ORDER BY segment.id, d.step`;

const selectCurricula = `
  SELECT step FROM annotation
  WHERE run_id = ? AND kind = 'curriculum' AND step IS NOT NULL AND removed_at IS NULL
  ORDER BY id`;

const selectAcceptances = `
  SELECT from_step, members FROM run_override
  WHERE run_id = ? AND kind = 'accept' AND withdrawn_at IS NULL AND from_step IS NOT NULL
  ORDER BY id`;

interface Kept {
  readonly detector: RunDetector;
  facts: string;
  /** The newest change that it was fed. */
  sequence: number;
}

/** Summaries that a detector is fed in one commit, so that ingest never waits long for one that is made anew. */
const sliceRows = 2_000;
/** Steps that all detectors hold together, beside those of the run that was asked for last: some 100 MB. */
const mostSteps = 30_000;

/** Detectors of the runs that were looked at last, each fed with what changed since; made anew where there is none. */
export class Detectors {
  readonly #sliceEnd: Database.Statement<[object], { last: number | null; next: number | null }>;
  readonly #changed: Database.Statement<[object], SummaryRow>;
  readonly #removed: Database.Statement<[object], { step: number; segment: string }>;
  readonly #checkpoints: Database.Statement<[number], { segment: string; step: number; name: string }>;
  readonly #curricula: Database.Statement<[number], { step: number }>;
  readonly #acceptances: Database.Statement<[number], { from_step: number; members: string }>;
  readonly #segments: Segments;
  readonly #counters: Counters;
  /** Least recently used first. */
  readonly #kept = new Map<number, Kept>();

  constructor(
    db: Database.Database,
    { segments, counters }: { readonly segments: Segments; readonly counters: Counters },
  ) {
    this.#segments = segments;
    this.#counters = counters;
    this.#sliceEnd = db.prepare(selectSliceEnd);
    this.#changed = db.prepare(selectChanged);
    this.#removed = db.prepare(selectRemoved);
    this.#checkpoints = db.prepare(selectCheckpoints);
    this.#curricula = db.prepare(selectCurricula);
    this.#acceptances = db.prepare(selectAcceptances);
  }

  /**
   * Feeds a run's detector with a slice of what changed.
   *
   * @returns the detector once it knows all; null while there is more to feed.
   */
  feed(run: RunRow): RunDetector | null {
    const facts = this.#readFacts(run);
    const told = JSON.stringify(facts);
    const kept = this.#kept.get(run.id) ?? { detector: new RunDetector(facts), facts: told, sequence: 0 };
    this.#kept.delete(run.id);
    this.#kept.set(run.id, kept);
    if (kept.facts !== told) kept.detector.setFacts(facts);
    kept.facts = told;
    const slice = this.#sliceEnd.get({ run: run.id, since: kept.sequence, rows: sliceRows });
    const next = slice?.next ?? null;
    const isLast = next === null;
    const to = isLast ? Number.MAX_SAFE_INTEGER : next - 1;
    // What is gone is told before what is there: a step may have gone and come back.
    for (const { step, segment } of this.#removed.all({ run: run.id, since: kept.sequence })) {
      kept.detector.remove(segment, fromStepNumber(step));
    }
    kept.detector.put(this.#changed.all({ run: run.id, since: kept.sequence, to }).map(decodeSummary));
    kept.sequence = isLast ? this.#counters.lastSequence : to;
    this.#forgetOldest(run.id);
    return isLast ? kept.detector : null;
  }

  /** The next look at this run begins from nothing. */
  drop(runId: number): void {
    this.#kept.delete(runId);
  }

  forget(): void {
    this.#kept.clear();
  }

  #forgetOldest(current: number): void {
    let total = [...this.#kept.values()].reduce((sum, { detector }) => sum + detector.stepCount, 0);
    for (const [run, { detector }] of this.#kept) {
      if (total <= mostSteps) return;
      if (run === current) continue;
      this.#kept.delete(run);
      total -= detector.stepCount;
    }
  }

  #readFacts(run: RunRow): RunFacts {
    const { sensitivity, failureReward } = toSettings(run);
    return {
      segments: this.#segments.list(run.id).map((row) => ({ segment: row.name, firstStep: firstStepOf(row) })),
      checkpoints: this.#checkpoints.all(run.id),
      curricula: this.#curricula.all(run.id).map(({ step }) => step),
      acceptances: this.#acceptances.all(run.id).flatMap(({ from_step: fromStep, members }) => {
        const places: readonly { series: string; environment: string | null }[] = JSON.parse(members);
        return places.map((place) => ({ ...place, fromStep }));
      }),
      sensitivity: sensitivities[sensitivity],
      failureReward,
      // Depends on the clock: judged when it is read.
      isStalled: false,
      hasEnded: run.finished !== null,
    };
  }
}
