import type Database from "better-sqlite3";
import type { Revision } from "@/lib/core/frame";

/** The database-wide sequence of changes and the numbers of rollouts: handed out here, saved once a commit. */
export class Counters {
  readonly #read: Database.Statement<[string], { value: number }>;
  readonly #save: Database.Statement<[number, string]>;
  #sequence = 0;
  #lastRollout = 0;

  constructor(db: Database.Database) {
    this.#read = db.prepare("SELECT value FROM meta WHERE name = ?");
    this.#save = db.prepare("UPDATE meta SET value = ? WHERE name = ?");
    this.reload();
  }

  nextSequence(): number {
    return ++this.#sequence;
  }

  /** The number of the newest change. */
  get lastSequence(): number {
    return this.#sequence;
  }

  /** The number given last, to whichever run. */
  get lastRollout(): number {
    return this.#lastRollout;
  }

  nextRollout(): number {
    return ++this.#lastRollout;
  }

  /** Writes what was handed out; part of the transaction that used it. */
  save(): void {
    this.#save.run(this.#sequence, "sequence");
    this.#save.run(this.#lastRollout, "last_rollout");
  }

  /** Forgets what a failed commit handed out. */
  reload(): void {
    this.#sequence = this.#read.get("sequence")?.value ?? 0;
    this.#lastRollout = this.#read.get("last_rollout")?.value ?? 0;
  }
}

/** The newest committed change, as a read-only connection sees it. */
export function readRevision(db: Database.Database): Revision {
  const rows = db.prepare<[], { name: string; value: number }>("SELECT name, value FROM meta").all();
  const value = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { epoch: value("epoch"), sequence: value("sequence") };
}
