/** Rules of what is kept how long, what they would do, and what they did. */
import type { DoneAct, PlannedAct, RetentionRule, RetentionTerms } from "@/lib/core/retention";

/** One commit's worth of an act. */
export interface ActSlice {
  /** When this application of the rules began; the book has one entry for it, run and act. */
  readonly at: number;
  readonly planned: PlannedAct;
  /** Where the slice before ended; null: the first. */
  readonly after: number | null;
}

export interface RetentionStore {
  /** That of all runs first, then by project. */
  listRules(): Promise<readonly RetentionRule[]>;
  /**
   * Makes or changes the rule of a project, or of all runs (null).
   *
   * @param version the one that was seen; null: there was none. @throws Problem `conflict`
   */
  keepRule(
    project: string | null,
    terms: RetentionTerms,
    told: { readonly version: number | null; readonly by: string | null },
    now: number,
  ): Promise<RetentionRule>;
  /** @returns false where there is none. */
  removeRule(project: string | null): Promise<boolean>;
  /**
   * Does a slice of an act that removes rows, in one commit that others need not wait long for.
   *
   * @returns where the next slice goes on; null: it is done, or the run was heard of meanwhile.
   */
  applySlice(slice: ActSlice): Promise<number | null>;
  /** Notes an act that is no slice: a removal that was asked for. */
  noteAct(done: DoneAct): Promise<void>;
  /** Newest first. */
  listDone(limit: number): Promise<readonly DoneAct[]>;
}
