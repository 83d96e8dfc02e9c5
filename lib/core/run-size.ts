/** How much of the database each run takes. */
export interface RunSize {
  readonly run: string;
  readonly title: string | null;
  readonly isArchived: boolean;
  /** With all attempts. */
  readonly rollouts: number;
  /** The run's share of everything that is neither text nor summaries, by its rollouts. */
  readonly rowBytes: number;
  /** As kept: compressed. */
  readonly payloadBytes: number;
  readonly summaryBytes: number;
}

export interface StorageSizes {
  readonly databaseBytes: number;
  /** Pages that what comes next is written to first. */
  readonly freeBytes: number;
  /** Largest first; runs that are hidden and still being removed are not among them. */
  readonly runs: readonly RunSize[];
}
