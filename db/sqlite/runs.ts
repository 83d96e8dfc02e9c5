import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";
import { defaultRunSettings, type FinishState, quietAfterMs, type RunSettings, type RunState } from "@/lib/core/run";
import type { Counters } from "./counters";

export interface RunRow {
  readonly id: number;
  readonly name: string;
  readonly settings: string;
  readonly finished: FinishState | null;
  readonly current_step: number | null;
  readonly current_segment: number | null;
  readonly created_at: number;
  readonly last_seen_at: number | null;
  readonly first_rollout: number | null;
  readonly last_rollout: number | null;
  readonly sequence: number;
  readonly archived_at: number | null;
  readonly version: number;
}

/** By the row that they were read from: a writer asks for those of one run with every batch. */
const knownSettings = new WeakMap<object, RunSettings>();

/** Settings as kept: only what was told, over the defaults. */
export function toSettings(row: Pick<RunRow, "settings">): RunSettings {
  let settings = knownSettings.get(row);
  if (settings === undefined) {
    const told: Partial<RunSettings> = JSON.parse(row.settings);
    settings = { ...defaultRunSettings, ...told };
    knownSettings.set(row, settings);
  }
  return settings;
}

export function judgeRunState(row: Pick<RunRow, "finished" | "last_seen_at" | "created_at">, now: number): RunState {
  if (row.finished !== null) return row.finished;
  return now - (row.last_seen_at ?? row.created_at) > quietAfterMs ? "quiet" : "live";
}

/** Runs by name, for the writer. */
export class Runs {
  readonly #find: Database.Statement<[string], RunRow>;
  readonly #insert: Database.Statement<[string, string, number, number]>;
  readonly #setSettings: Database.Statement<[object]>;
  readonly #waiting: Database.Statement<[string], { due_at: number }>;
  readonly #setCurrent: Database.Statement<[number, number, number]>;
  readonly #setSeen: Database.Statement<[object]>;
  readonly #setFinished: Database.Statement<[string | null, number, number]>;
  readonly #touch: Database.Statement<[number, number]>;
  readonly #hide: Database.Statement<[string, number, number]>;
  readonly #bury: Database.Statement<[string, number]>;
  readonly #unbury: Database.Statement<[string]>;
  readonly #counters: Counters;
  /** Rows as this writer last wrote them; it is the only one. */
  readonly #known = new Map<string, RunRow>();
  readonly #seen = new Map<number, { at: number; first: number | null; last: number | null }>();

  constructor(db: Database.Database, counters: Counters) {
    this.#counters = counters;
    this.#find = db.prepare("SELECT * FROM run WHERE name = ?");
    this.#insert = db.prepare("INSERT INTO run (name, settings, created_at, sequence) VALUES (?, ?, ?, ?)");
    this.#setSettings = db.prepare(`
      UPDATE run SET settings = :settings, archived_at = :archivedAt, version = version + 1, sequence = :sequence
      WHERE id = :id`);
    this.#waiting = db.prepare("SELECT due_at FROM run_removal WHERE name = ?");
    this.#setCurrent = db.prepare("UPDATE run SET current_step = ?, current_segment = ? WHERE id = ?");
    this.#setSeen = db.prepare(`
      UPDATE run SET
        last_seen_at  = max(coalesce(last_seen_at, 0), :at),
        first_rollout = coalesce(first_rollout, :first),
        last_rollout  = coalesce(:last, last_rollout),
        sequence      = :sequence
      WHERE id = :id`);
    this.#setFinished = db.prepare("UPDATE run SET finished = ?, sequence = ? WHERE id = ?");
    this.#touch = db.prepare("UPDATE run SET sequence = ? WHERE id = ?");
    this.#hide = db.prepare("UPDATE run SET name = ?, sequence = ? WHERE id = ?");
    this.#bury = db.prepare("INSERT OR REPLACE INTO deleted_run (name, sequence) VALUES (?, ?)");
    this.#unbury = db.prepare("DELETE FROM deleted_run WHERE name = ?");
  }

  find(name: string): RunRow | null {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const row = this.#find.get(name);
    if (row === undefined) return null;
    if (this.#known.size > 1_000) this.#known.clear();
    this.#known.set(name, row);
    return row;
  }

  /** @throws Problem `conflict` where a run of that name waits for its removal. */
  ensure(name: string, now: number): RunRow {
    const known = this.find(name);
    if (known !== null) return known;
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) throw refuseWaiting(name, waiting.due_at);
    this.#insert.run(name, "{}", now, this.#counters.nextSequence());
    const made = this.find(name);
    if (made === null) throw new Error("a run vanished while it was written");
    return made;
  }

  setSettings(run: RunRow, settings: Partial<RunSettings>, archivedAt: number | null): RunRow {
    const told: Partial<RunSettings> = JSON.parse(run.settings);
    const sequence = this.#counters.nextSequence();
    this.#setSettings.run({ id: run.id, settings: JSON.stringify({ ...told, ...settings }), archivedAt, sequence });
    this.#known.delete(run.name);
    return this.find(run.name) ?? run;
  }

  setCurrentStep(run: RunRow, step: number, segmentId: number): void {
    this.#setCurrent.run(step, segmentId, run.id);
    this.#known.delete(run.name);
  }

  /**
   * Something came for a run; written once a commit, whatever came.
   *
   * @param rollouts first and last number of its new rollouts: where in the table a run lies.
   */
  noteSeen(runId: number, at: number, rollouts: { first: number; last: number } | null = null): void {
    const before = this.#seen.get(runId);
    this.#seen.set(runId, {
      at: Math.max(at, before?.at ?? 0),
      first: before?.first ?? rollouts?.first ?? null,
      last: rollouts?.last ?? before?.last ?? null,
    });
  }

  /** Something about a run changed that stands in no row of its own. */
  touch(run: RunRow): void {
    this.#touch.run(this.#counters.nextSequence(), run.id);
    this.#known.delete(run.name);
  }

  /** null: it goes on. */
  setFinished(run: RunRow, state: FinishState | null): void {
    this.#setFinished.run(state, this.#counters.nextSequence(), run.id);
    this.#known.delete(run.name);
  }

  /** Writes what was noted; part of the transaction. */
  save(): void {
    for (const [id, seen] of this.#seen) this.#setSeen.run({ id, ...seen, sequence: this.#counters.nextSequence() });
    this.#seen.clear();
  }

  forget(): void {
    this.#known.clear();
  }

  /** The whole commit was undone, notes included. */
  forgetNotes(): void {
    this.#seen.clear();
  }

  /**
   * Takes a run out of every list at once; what it holds goes in slices behind it.
   *
   * @param name the one that it was known by.
   */
  hide(run: RunRow, name = run.name): void {
    this.#rename(run, `${hiddenMark}deleted ${run.id}`);
    this.#bury.run(name, this.#counters.nextSequence());
  }

  /** Takes a run out of every list, with all that it holds kept until it is brought back, or hidden for good. */
  setAside(run: RunRow): void {
    this.#rename(run, `${hiddenMark}waiting ${run.id}`);
    this.#bury.run(run.name, this.#counters.nextSequence());
  }

  bringBack(run: RunRow, name: string): void {
    this.#rename(run, name);
    this.#unbury.run(name);
  }

  #rename(run: RunRow, name: string): void {
    this.#hide.run(name, this.#counters.nextSequence(), run.id);
    this.#known.delete(run.name);
    this.#seen.delete(run.id);
  }
}

function refuseWaiting(name: string, dueAt: number): Problem {
  const address = `/api/v1/runs/${encodeURIComponent(name)}`;
  return new Problem(
    "conflict",
    `The run "${name}" is being removed: it goes for good at ${new Date(dueAt).toISOString()}, and takes nothing until ` +
      `then. Bring it back (on its page, or DELETE ${address}/removal), end the wait (DELETE ${address}), or send under ` +
      "another name.",
  );
}

/** No sender can choose a name that begins so: control characters are refused. */
const hiddenMark = "\u0001";

/** The condition that a run is not one that was deleted, or that waits for it. */
export const isShownRun = "run.name NOT GLOB char(1) || '*'";

/** @throws Problem `conflict` where a run is not the one that its caller has seen. */
export function judgeVersion(run: RunRow, seen: number | undefined): void {
  if (seen === undefined || seen === run.version) return;
  throw new Problem(
    "conflict",
    `What is said about the run "${run.name}" was changed meanwhile: it is at version ${run.version}, not ${seen}. ` +
      "Nothing of this request was stored. Read the run again, and send what is still to change.",
    { path: "version" },
  );
}
