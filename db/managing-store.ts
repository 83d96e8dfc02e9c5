/** What people do with whole runs: put away, remove with a wait, bring back. */
import type { PlannedAct } from "@/lib/core/retention";
import type { RunContents, RunRemoval } from "@/lib/core/run-removal";
import type { StorageSizes } from "@/lib/core/run-size";

/** What is counted before runs, or parts of them, go. */
export interface ManagingReader {
  /** What would go with a run, counted now; null where there is none. */
  readRunContents(run: string): Promise<RunContents | null>;
  /** Steps of a run whose rollouts a rule of retention removed. */
  countSealedSteps(run: string): Promise<number>;
  /** How much of the database each run takes. */
  readSizes(): Promise<StorageSizes>;
  /** What the rules of retention would do now, protected runs too. */
  planRetention(): Promise<readonly PlannedAct[]>;
}

export interface ManagingStore {
  /**
   * Hides a run at once and has it removed when its wait is over. Until then nothing is taken for its name.
   *
   * @param contents what is kept of what will go. @returns null where there is no such run.
   */
  askRemoval(
    run: string,
    asked: { readonly by: string | null; readonly dueAt: number; readonly contents: RunContents },
    now: number,
  ): Promise<RunRemoval | null>;
  /** Brings a run back as it was, by the name it had. @returns false where none of that name waits. */
  cancelRemoval(run: string): Promise<boolean>;
  /** Ends the wait of one run. @returns false where none of that name waits. */
  endWait(run: string, now: number): Promise<boolean>;
  /** Runs whose wait is over are taken for removal, which {@link TelemetryWriter.removeHiddenRuns} goes on with. */
  takeDueRemovals(now: number): Promise<number>;
  /**
   * Has all runs of a project say another, those that wait for their removal too. The rule of retention and the filters
   * of webhooks go along; where the other project is there already, its rule holds, or none does.
   *
   * @returns not_found: no run says it; taken: runs say the other already, or a rule of retention stands for it, and
   * merging was not asked.
   */
  renameProject(
    from: string,
    to: string,
    asked: { readonly isMerging: boolean; readonly by: string | null },
    now: number,
  ): Promise<{ readonly runs: number; readonly isMerged: boolean } | "not_found" | "taken">;
  /** Soonest due first. */
  listRemovals(): Promise<readonly RunRemoval[]>;
}
