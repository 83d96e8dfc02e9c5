import type Database from "better-sqlite3";
import type { StepSummary } from "@/lib/core/step-summary";
import type { Counters } from "./counters";
import type { Names } from "./names";

const upsertSummary = `
  INSERT INTO step_summary
    (run_id, segment_id, split, environment_id, step, sequence, complete, expected, received, scored, masked, unscored,
     failed, omitted, declared, last_seen_at, body)
  VALUES
    (:run, :segment, :split, :environment, :step, :sequence, :complete, :expected, :received, :scored, :masked, :unscored,
     :failed, :omitted, :declared, :lastSeenAt, :body)
  ON CONFLICT (segment_id, split, environment_id, step) DO UPDATE SET
    sequence = excluded.sequence, expected = excluded.expected, received = excluded.received, scored = excluded.scored,
    masked = excluded.masked, unscored = excluded.unscored, failed = excluded.failed, omitted = excluded.omitted,
    declared = excluded.declared, last_seen_at = excluded.last_seen_at, body = excluded.body`;

/** Where a summary stands, by the numbers of its columns. */
export interface SummaryPlace {
  readonly run: number;
  readonly segment: number;
  readonly split: number;
  readonly step: number;
  readonly complete: number;
}

/** Keeps summaries as they were made, for a whole run and for each of its environments. */
export class WrittenSummaries {
  readonly #upsert: Database.Statement<[object]>;
  readonly #counters: Counters;
  readonly #names: Names;

  constructor(db: Database.Database, counters: Counters, names: Names) {
    this.#upsert = db.prepare(upsertSummary);
    this.#counters = counters;
    this.#names = names;
  }

  write(place: SummaryPlace, summary: StepSummary): void {
    const { split, step, segment, environment, complete, ...body } = summary; // these stand in columns
    const { expected, received, scored, masked, unscored, failed, omitted, lastSeenAt } = summary;
    this.#upsert.run({
      ...place,
      environment: environment === null ? 0 : this.#names.intern(environment),
      sequence: this.#counters.nextSequence(),
      expected,
      received,
      scored,
      masked,
      unscored,
      failed,
      omitted,
      declared: summary.declared === null ? 0 : 1,
      lastSeenAt,
      body: JSON.stringify(body),
    });
  }
}
