import type Database from "better-sqlite3";
import { splits } from "@/lib/core/rollout";
import type { LabelsRecord, SealedRecord } from "@/lib/core/run-record";
import type { IssueSightings } from "./issue-sightings";
import type { IssueSteps } from "./issue-steps";
import type { Names } from "./names";
import { toCode, toStepNumber } from "./rows";
import type { SealedSteps } from "./sealed-steps";
import type { SegmentRow, Segments } from "./segments";
import type { WrittenSummaries } from "./written-summaries";

export interface SealedParts {
  readonly db: Database.Database;
  readonly names: Names;
  readonly segments: Segments;
  readonly sealed: SealedSteps;
  readonly written: WrittenSummaries;
  readonly issueSteps: IssueSteps;
  readonly sightings: IssueSightings;
}

/** Keeps steps whose rollouts are gone as they were sealed on another server. */
export class SealedRestorer {
  readonly #parts: SealedParts;
  readonly #hasRows: Database.Statement<[number, number, number], number>;
  readonly #noteLabels: Database.Statement<[number, number]>;

  constructor(parts: SealedParts) {
    this.#parts = parts;
    this.#hasRows = parts.db
      .prepare<[number, number, number], number>(
        "SELECT 1 FROM rollout WHERE segment_id = ? AND split = ? AND step = ? LIMIT 1",
      )
      .pluck();
    this.#noteLabels = parts.db.prepare("INSERT OR IGNORE INTO run_label_set (run_id, label_set_id) VALUES (?, ?)");
  }

  /** A step that has rollouts here, or is sealed here, stays as it is. */
  restore(segment: SegmentRow, { split, step, sealedAt, summaries, forms }: SealedRecord): void {
    const { sealed, written, issueSteps, sightings, segments } = this.#parts;
    const place = { segment_id: segment.id, split: toCode(splits, split), step: toStepNumber(step) };
    if (sealed.has(place.segment_id, place.split, place.step)) return;
    if (this.#hasRows.get(place.segment_id, place.split, place.step) !== undefined) return;
    sealed.add(place.segment_id, place.split, place.step, sealedAt);
    const at = { run: segment.run_id, segment: place.segment_id, split: place.split, step: place.step };
    for (const summary of summaries) written.write({ ...at, complete: summary.complete ? 1 : 0 }, summary);
    // An issue is as old as its first rollout; that is told with the issue, and can only be older than this.
    const seenAt = Math.max(...summaries.map(({ lastSeenAt }) => lastSeenAt ?? 0)) || sealedAt;
    issueSteps.keepSealed(place, forms, seenAt);
    if (split === "train" && step !== null) segments.noteStep(segment, step);
    sightings.judgePlaces([place]);
  }

  restoreLabels(runId: number, { sets }: LabelsRecord): void {
    for (const labels of sets) {
      const set = this.#parts.names.internLabels(labels);
      if (set !== null) this.#noteLabels.run(runId, set);
    }
  }
}
