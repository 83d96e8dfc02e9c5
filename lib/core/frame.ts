import type { RunOverview } from "./run";
import type { StepSummary } from "./step-summary";

/** A point in the database-wide sequence of changes. The epoch changes when a database is restored from a copy. */
export interface Revision {
  readonly epoch: number;
  readonly sequence: number;
}

export function formatRevision(revision: Revision): string {
  return `${revision.epoch}.${revision.sequence}`;
}

/** @returns null where the text is no revision; the caller then starts afresh. */
export function parseRevision(text: string): Revision | null {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  if (match === null) return null;
  return { epoch: Number(match[1]), sequence: Number(match[2]) };
}

/** What changed in one run since a revision: whole states, so that applying it twice is harmless. */
export interface RunChanges {
  readonly run: string;
  readonly revision: Revision;
  /** False where the revision belongs to another epoch, or history is gone: read everything again. */
  readonly known: boolean;
  readonly steps: readonly StepSummary[];
  /** Steps that no longer count: superseded by a newer segment, or emptied. */
  readonly removed: readonly { readonly split: StepSummary["split"]; readonly step: number | null }[];
  /** Present when the run itself (settings, state, segments, annotations) changed. */
  readonly overview: RunOverview | null;
  readonly deleted: boolean;
  /** Whether any incident of the run is not as it was. */
  readonly areIncidentsChanged: boolean;
  /** Whether what is said of the run as a whole, its verdict included, is not as it was. */
  readonly isStandingChanged: boolean;
}
