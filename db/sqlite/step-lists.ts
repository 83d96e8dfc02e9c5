import type Database from "better-sqlite3";
import type { Revision } from "@/lib/core/frame";
import type { StepSummary } from "@/lib/core/step-summary";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { readRevision } from "./counters";
import { listSummaries } from "./read-steps";

/** Lists of steps that are remembered: the pages of one run ask for two or three. */
const remembered = 8;

interface StepList {
  readonly revision: Revision;
  readonly steps: readonly StepSummary[];
}

/**
 * Lists of summaries that a read-only connection has read, as long as nothing was committed since: pages of a run that
 * is over read the same ten thousand steps again and again.
 */
export class StepLists {
  readonly #db: Database.Database;
  readonly #known = new Map<string, StepList>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** The same as {@link listSummaries}. */
  list(filter: StepFilter): readonly StepSummary[] {
    const { run, split, environment, segment, from, to } = filter;
    const key = JSON.stringify([run, split, environment ?? null, segment ?? null, from ?? null, to ?? null]);
    const revision = readRevision(this.#db);
    const known = this.#known.get(key);
    if (known?.revision.epoch === revision.epoch && known.revision.sequence === revision.sequence) return known.steps;
    const steps = listSummaries(this.#db, filter);
    // The newest goes last, so that the first is the one to be forgotten.
    this.#known.delete(key);
    this.#known.set(key, { revision, steps });
    const oldest = this.#known.keys().next();
    if (this.#known.size > remembered && oldest.done !== true) this.#known.delete(oldest.value);
    return steps;
  }
}
