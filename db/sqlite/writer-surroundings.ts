export interface WriterSurroundings {
  readonly now: () => number;
  /** Called after each commit. */
  readonly onCommit: () => void;
  /** Detection of a run failed: the run can be read all the same, and somebody has to know. */
  readonly onDetectionFault: (error: unknown, run: string) => void;
}
