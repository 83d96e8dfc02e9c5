import type Database from "better-sqlite3";
import type { RunContents, RunRemoval } from "@/lib/core/run-removal";
import type { ManagingStore } from "../managing-store";
import { isShownRun, type RunRow, toSettings } from "./runs";
import type { SqliteWriter } from "./writer";

interface RemovalRow {
  readonly name: string;
  readonly settings: string;
  readonly asked_by: string | null;
  readonly asked_at: number;
  readonly due_at: number;
  readonly contents: string;
}

const selectRemovals = `
  SELECT m.name, run.settings, m.asked_by, m.asked_at, m.due_at, m.contents
  FROM run_removal AS m
  JOIN run ON run.id = m.run_id`;

const selectWaiting = `
  SELECT run.*, m.name AS waiting_as
  FROM run_removal AS m
  JOIN run ON run.id = m.run_id
  WHERE m.name = :name OR (:name IS NULL AND m.due_at <= :now)`;

type WaitingRow = RunRow & { readonly waiting_as: string };

function toRemoval(row: RemovalRow): RunRemoval {
  const contents: RunContents = JSON.parse(row.contents);
  return {
    run: row.name,
    title: toSettings(row).title,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    dueAt: row.due_at,
    contents,
  };
}

/** Runs of a project, those that wait for their removal too. */
const selectOfProject = `
  SELECT * FROM run
  WHERE settings ->> '$.project' = ? AND (${isShownRun} OR id IN (SELECT run_id FROM run_removal))`;

/** Whether runs say a project, or a rule of retention stands for it. */
function isTaken(db: Database.Database, project: string): boolean {
  const found = db.prepare(`
    SELECT 1 FROM run WHERE ${isShownRun} AND settings ->> '$.project' = :project
    UNION ALL SELECT 1 FROM retention_rule WHERE project = :project`);
  return found.get({ project }) !== undefined;
}

/** What else names a project: its rule of retention, and whom webhooks tell of. */
function moveProject(
  db: Database.Database,
  moved: { readonly from: string; readonly to: string; readonly by: string | null; readonly now: number },
  isMerged: boolean,
): void {
  const { from, to } = moved;
  // What the other project's runs are kept by stays as it is, also where that is no rule of its own.
  if (isMerged) db.prepare("DELETE FROM retention_rule WHERE project = ?").run(from);
  else {
    db.prepare(`
      UPDATE retention_rule SET project = :to, changed_by = :by, changed_at = :now, version = version + 1
      WHERE project = :from`).run(moved);
  }
  const setProjects = db.prepare("UPDATE webhook SET projects = ? WHERE id = ?");
  for (const { id, projects } of db
    .prepare<[], { id: string; projects: string }>("SELECT id, projects FROM webhook WHERE source = 'settings'")
    .all()) {
    const told: readonly string[] = JSON.parse(projects);
    if (!told.includes(from)) continue;
    setProjects.run(JSON.stringify([...new Set(told.map((one) => (one === from ? to : one)))]), id);
  }
}

/** Runs that wait for their removal. Written through the queue that all share; what was asked outlives a restart. */
export class SqliteManaging implements ManagingStore {
  readonly #db: Database.Database;
  readonly #writer: SqliteWriter;

  constructor(db: Database.Database, writer: SqliteWriter) {
    this.#db = db;
    this.#writer = writer;
  }

  async askRemoval(
    run: string,
    asked: { readonly by: string | null; readonly dueAt: number; readonly contents: RunContents },
    now: number,
  ): Promise<RunRemoval | null> {
    return this.#writer.withRuns((db, runs) => {
      const row = runs.find(run);
      if (row === null) return null;
      runs.setAside(row);
      db.prepare(
        "INSERT INTO run_removal (run_id, name, asked_by, asked_at, due_at, contents) VALUES (?, ?, ?, ?, ?, ?)",
      ).run(row.id, run, asked.by, now, asked.dueAt, JSON.stringify(asked.contents));
      const { by: askedBy, dueAt, contents } = asked;
      return { run, title: toSettings(row).title, askedBy, askedAt: now, dueAt, contents };
    });
  }

  async cancelRemoval(run: string): Promise<boolean> {
    return this.#writer.withRuns((db, runs) => {
      const [row] = this.#listWaiting(db, run, 0);
      if (row === undefined) return false;
      db.prepare("DELETE FROM run_removal WHERE run_id = ?").run(row.id);
      runs.bringBack(row, run);
      return true;
    });
  }

  async endWait(run: string, now: number): Promise<boolean> {
    return this.#writer.withRuns((db) => {
      const changed = db.prepare("UPDATE run_removal SET due_at = min(due_at, ?) WHERE name = ?").run(now, run);
      return changed.changes > 0;
    });
  }

  async takeDueRemovals(now: number): Promise<number> {
    if (this.#listWaiting(this.#db, null, now).length === 0) return 0;
    return this.#writer.withRuns((db, runs) => {
      const due = this.#listWaiting(db, null, now);
      for (const row of due) {
        // Whatever is left of the row of the wait goes with the run.
        db.prepare("DELETE FROM run_removal WHERE run_id = ?").run(row.id);
        runs.hide(row, row.waiting_as);
      }
      return due.length;
    });
  }

  async renameProject(
    from: string,
    to: string,
    { isMerging, by }: { readonly isMerging: boolean; readonly by: string | null },
    now: number,
  ): Promise<{ readonly runs: number; readonly isMerged: boolean } | "not_found" | "taken"> {
    return this.#writer.withRuns((db, runs) => {
      const moved = db.prepare<[string], RunRow>(selectOfProject).all(from);
      if (moved.length === 0) return "not_found";
      const isMerged = from !== to && isTaken(db, to);
      if (isMerged && !isMerging) return "taken";
      if (from !== to) {
        for (const row of moved) runs.setSettings(row, { project: to }, row.archived_at);
        moveProject(db, { from, to, by, now }, isMerged);
      }
      return { runs: moved.length, isMerged };
    });
  }

  async listRemovals(): Promise<readonly RunRemoval[]> {
    return this.#db.prepare<[], RemovalRow>(`${selectRemovals} ORDER BY m.due_at, m.run_id`).all().map(toRemoval);
  }

  #listWaiting(db: Database.Database, name: string | null, now: number): readonly WaitingRow[] {
    return db.prepare<[object], WaitingRow>(selectWaiting).all({ name, now });
  }
}
