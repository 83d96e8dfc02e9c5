import type { LogSync } from "./log-sync";

export interface WriterSurroundings {
  readonly now: () => number;
  /** Called after each commit, before it is on the disk. */
  readonly afterCommit: () => void;
  readonly log: Pick<LogSync, "sync" | "isQuick">;
  /** Called when a commit is on the disk. */
  readonly onCommit: () => void;
  /** Detection of a run failed: the run can be read all the same, and somebody has to know. */
  readonly onDetectionFault: (error: unknown, run: string) => void;
}
