import type Database from "better-sqlite3";
import type { ReportEditsRecord, ViewRecord } from "@/lib/core/run-record";
import { renameInView } from "@/lib/core/search/view-runs";

const selectEdits = `
  SELECT version, text, created_at FROM report_edit WHERE run_id = ? AND section = ? ORDER BY version`;

const insertEdit = `
  INSERT INTO report_edit (run_id, section, version, text, author, basis, created_at)
  VALUES (:run, :section, :version, :text, :by, :basis, :madeAt)`;

/** One is known by how it was made and where it leads. */
const findView = `
  SELECT 1 FROM saved_view
  WHERE page = :page AND run IS :run AND query = :query AND author IS :author AND created_at = :createdAt`;

const insertView = `
  INSERT INTO saved_view (name, page, run, query, author, version, created_at, changed_at)
  VALUES (:name, :page, :run, :query, :author, :version, :createdAt, :changedAt)`;

interface EditRow {
  readonly version: number;
  readonly text: string | null;
  readonly created_at: number;
}

/** Goes on with a section's edits where those that are here are the first of the told ones; other people's stay alone. */
export function restoreEdits(db: Database.Database, runId: number, { section, edits }: ReportEditsRecord): void {
  const here = db.prepare<[number, string], EditRow>(selectEdits).all(runId, section);
  const isBeginning = here.every((row, index) => {
    const told = edits[index];
    return told !== undefined && told.text === row.text && told.madeAt === row.created_at;
  });
  if (!isBeginning) return;
  const insert = db.prepare(insertEdit);
  edits.forEach((edit, index) => {
    // Counted from 1 without a hole, whatever a file says.
    if (index >= here.length) insert.run({ ...edit, run: runId, section, version: index + 1 });
  });
}

/** Keeps a view with what its run is called here. */
export function restoreView(
  db: Database.Database,
  run: string,
  exportedRun: string,
  { record: _, ...view }: ViewRecord,
): void {
  const here = renameInView(view, exportedRun, run);
  if (db.prepare<[object], unknown>(findView).get(here) === undefined) db.prepare(insertView).run(here);
}
