/** What a run holds and what goes with it, and runs that wait for their removal. */

/** Counted when it is asked for; all of it goes with the run. */
export interface RunContents {
  /** Rollouts with all their attempts. */
  readonly rollouts: number;
  /** Steps of all launches, eval ones too. */
  readonly steps: number;
  readonly incidents: number;
  /** Failure issues that were seen in no other run, and those of them that a person did something about. */
  readonly issuesOnlyHere: number;
  readonly triagedIssuesOnlyHere: number;
  readonly annotations: number;
  readonly overrides: number;
  /** Parts of its report that a person wrote. */
  readonly reportEdits: number;
  readonly notices: number;
  /** About: rows, their text and the summaries. */
  readonly bytes: number;
}

/** A run that is hidden, and goes for good when its wait is over. */
export interface RunRemoval {
  readonly run: string;
  readonly title: string | null;
  readonly askedBy: string | null;
  readonly askedAt: number;
  readonly dueAt: number;
  readonly contents: RunContents;
}
