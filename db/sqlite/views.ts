import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";
import type { NewView, SavedView, ViewChange, ViewPage } from "@/lib/core/search/saved-view";
import type { ViewStore } from "../view-store";
import type { SqliteWriter } from "./writer";

interface ViewRow {
  readonly id: number;
  readonly name: string;
  readonly page: ViewPage;
  readonly run: string | null;
  readonly query: string;
  readonly author: string | null;
  readonly version: number;
  readonly created_at: number;
  readonly changed_at: number;
}

function toView({ created_at: createdAt, changed_at: changedAt, ...same }: ViewRow): SavedView {
  return { ...same, createdAt, changedAt };
}

/** Newest change first. */
export function listViews(db: Database.Database): readonly SavedView[] {
  const rows = db.prepare<[], ViewRow>("SELECT * FROM saved_view ORDER BY changed_at DESC, id DESC").all();
  return rows.map(toView);
}

function findView(db: Database.Database, id: number): SavedView | null {
  const row = db.prepare<[number], ViewRow>("SELECT * FROM saved_view WHERE id = ?").get(id);
  return row === undefined ? null : toView(row);
}

function addView(db: Database.Database, view: NewView, now: number): SavedView {
  const { name, page, run, query, author } = view;
  const row = db
    .prepare<[object], ViewRow>(
      `INSERT INTO saved_view (name, page, run, query, author, created_at, changed_at)
       VALUES (:name, :page, :run, :query, :author, :now, :now) RETURNING *`,
    )
    .get({ name, page, run, query, author, now });
  if (row === undefined) throw new Error("a view was not kept");
  return toView(row);
}

function refuseChanged(view: SavedView): Problem {
  const words = `The view "${view.name}" was changed since you saw it. Nothing was done; look at it again.`;
  return new Problem("conflict", words, { path: "version" });
}

function changeView(db: Database.Database, id: number, change: ViewChange, now: number): SavedView | null {
  const before = findView(db, id);
  if (before === null) return null;
  if (before.version !== change.version) throw refuseChanged(before);
  const { name = before.name, query = before.query, run = before.run } = change;
  db.prepare(
    "UPDATE saved_view SET name = ?, query = ?, run = ?, version = version + 1, changed_at = ? WHERE id = ?",
  ).run(name, query, run, now, id);
  return findView(db, id);
}

function removeView(db: Database.Database, id: number, version: number | undefined): boolean {
  const before = findView(db, id);
  if (before === null) return false;
  if (version !== undefined && before.version !== version) throw refuseChanged(before);
  return db.prepare("DELETE FROM saved_view WHERE id = ?").run(id).changes > 0;
}

/** Views that people saved, written through the same queue as everything else. */
export class SqliteViews implements ViewStore {
  readonly #db: Database.Database;
  readonly #writer: SqliteWriter;

  constructor(db: Database.Database, writer: SqliteWriter) {
    this.#db = db;
    this.#writer = writer;
  }

  async listViews(): Promise<readonly SavedView[]> {
    return listViews(this.#db);
  }

  async readView(id: number): Promise<SavedView | null> {
    return findView(this.#db, id);
  }

  addView(view: NewView, now: number): Promise<SavedView> {
    return this.#writer.write((db) => addView(db, view, now));
  }

  changeView(id: number, change: ViewChange, now: number): Promise<SavedView | null> {
    return this.#writer.write((db) => changeView(db, id, change, now));
  }

  removeView(id: number, version: number | undefined): Promise<boolean> {
    return this.#writer.write((db) => removeView(db, id, version));
  }
}
