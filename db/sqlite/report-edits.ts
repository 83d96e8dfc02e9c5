import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";
import { type ReportSectionId, reportSections } from "@/lib/core/report/document";
import type { NewReportEdit, ReportEdit } from "@/lib/core/report/report-edit";
import { findRun } from "./read-steps";

const columns = "section, version, text, author, basis, created_at";

const selectHistory = `SELECT ${columns} FROM report_edit WHERE run_id = ? AND section = ? ORDER BY version`;

const selectNewest = `
  SELECT ${columns}
  FROM report_edit AS e
  WHERE run_id = ?
    AND version = (SELECT max(version) FROM report_edit WHERE run_id = e.run_id AND section = e.section)`;

/** Nothing where another version is there than its writer saw. */
const insertEdit = `
  INSERT INTO report_edit (run_id, section, version, text, author, basis, created_at)
  SELECT :run, :section, :seen + 1, :text, :by, :basis, :now
  WHERE :seen = (SELECT coalesce(max(version), 0) FROM report_edit WHERE run_id = :run AND section = :section)`;

interface EditRow {
  readonly section: string;
  readonly version: number;
  readonly text: string | null;
  readonly author: string | null;
  readonly basis: string;
  readonly created_at: number;
}

/** Sections that a later version of the program may have and this one does not are left out. */
function toEdits(row: EditRow): ReportEdit[] {
  const section = reportSections.find((id) => id === row.section);
  if (section === undefined) return [];
  const { version, text, author: by, basis, created_at: at } = row;
  return [{ section, version, text, by, at, basis }];
}

/** Every edit of a section, the oldest first. */
export function listReportEdits(db: Database.Database, run: string, section: ReportSectionId): readonly ReportEdit[] {
  const row = findRun(db, run);
  if (row === null) return [];
  return db.prepare<[number, string], EditRow>(selectHistory).all(row.id, section).flatMap(toEdits);
}

/** The newest edit of each section that has any. */
export function listNewestEdits(db: Database.Database, runId: number): readonly ReportEdit[] {
  return db.prepare<[number], EditRow>(selectNewest).all(runId).flatMap(toEdits);
}

function sayConflict(newest: ReportEdit | undefined): Problem {
  const by = newest?.by == null ? "" : ` by ${newest.by}`;
  const what =
    newest === undefined
      ? "It has no edit any more"
      : `Another edit${by} was kept meanwhile, version ${newest.version}`;
  return new Problem(
    "conflict",
    `${what}. Nothing of this one was kept. Read the section again, take over what still holds, and send it with that version.`,
    { path: "version", details: { version: newest?.version ?? 0, by: newest?.by ?? null, text: newest?.text ?? null } },
  );
}

/** @returns null where there is no such run. @throws Problem `conflict` where another was made meanwhile. */
export function appendReportEdit(
  db: Database.Database,
  run: string,
  edit: NewReportEdit,
  now: number,
): ReportEdit | null {
  const row = findRun(db, run);
  if (row === null) return null;
  const { changes } = db.prepare(insertEdit).run({ ...edit, run: row.id, now });
  const newest = listReportEdits(db, run, edit.section).at(-1);
  if (changes === 0 || newest === undefined) throw sayConflict(newest);
  return newest;
}
