import type Database from "better-sqlite3";
import type { Annotation, AnnotationChange, AnnotationHistory } from "@/lib/core/annotation";
import type { IssueChange } from "@/lib/core/issues/triage";
import type { RunOverride, ToldOverride } from "@/lib/core/override";
import type { NewReportEdit, ReportEdit } from "@/lib/core/report/report-edit";
import type { ToldAnnotation } from "../annotation-store";
import type { TriageStore } from "../store";
import { listAnnotations, listRemovedAnnotations, readAnnotation } from "./annotations";
import { listOverrides } from "./read-incidents";
import { findRun } from "./read-steps";
import { appendReportEdit } from "./report-edits";
import type { SqliteWriter } from "./writer";

/** What people did. Written through the same queue as everything else, in tables that no rebuild touches. */
export class SqliteTriage implements TriageStore {
  readonly #db: Database.Database;
  readonly #writer: SqliteWriter;

  constructor(db: Database.Database, writer: SqliteWriter) {
    this.#db = db;
    this.#writer = writer;
  }

  async appendAnnotation(run: string, told: ToldAnnotation, now: number): Promise<Annotation> {
    const made = await this.#writer.annotate(run, now, (annotations, id) => annotations.append(id, told, now));
    if (made === null) throw new Error("a run vanished while it was written");
    return made;
  }

  changeAnnotation(run: string, id: number, change: AnnotationChange, now: number): Promise<Annotation | null> {
    return this.#writer.annotate(run, null, (annotations, runId) => annotations.change(runId, id, change, now));
  }

  changeIssue(id: number, change: IssueChange, now: number): Promise<boolean> {
    return this.#writer.atDesk((desk) => desk.change(id, change, now));
  }

  addIssueNote(id: number, text: string, by: string, now: number): Promise<boolean> {
    return this.#writer.atDesk((desk) => desk.addNote(id, text, by, now));
  }

  mergeIssue(from: number, into: number, by: string, now: number): Promise<boolean> {
    return this.#writer.atDesk((desk) => desk.merge(from, into, by, now));
  }

  unmergeIssue(id: number, fingerprint: string, by: string, now: number): Promise<number | null> {
    return this.#writer.atDesk((desk) => desk.unmerge(id, fingerprint, by, now));
  }

  async listAnnotations(run: string): Promise<readonly Annotation[]> {
    const row = findRun(this.#db, run);
    return row === null ? [] : listAnnotations(this.#db, row.id);
  }

  async listRemovedAnnotations(run: string): Promise<readonly Annotation[]> {
    const row = findRun(this.#db, run);
    return row === null ? [] : listRemovedAnnotations(this.#db, row.id);
  }

  async readAnnotation(run: string, id: number): Promise<AnnotationHistory | null> {
    const row = findRun(this.#db, run);
    return row === null ? null : readAnnotation(this.#db, row.id, id);
  }

  async appendOverride(run: string, told: ToldOverride, now: number): Promise<RunOverride | null> {
    return this.#writer.overrule(run, (overrides, id) => overrides.append(id, told, now));
  }

  async listOverrides(run: string): Promise<readonly RunOverride[]> {
    const row = findRun(this.#db, run);
    return row === null ? [] : listOverrides(this.#db, row.id);
  }

  appendReportEdit(run: string, edit: NewReportEdit, now: number): Promise<ReportEdit | null> {
    return this.#writer.write((db) => appendReportEdit(db, run, edit, now));
  }

  withdrawOverride(run: string, id: number, now: number): Promise<RunOverride | null> {
    return this.#writer.overrule(run, (overrides, runId) => overrides.withdraw(runId, id, now));
  }
}
