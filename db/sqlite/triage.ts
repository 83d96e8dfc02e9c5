import type Database from "better-sqlite3";
import type { IssueChange } from "@/lib/core/issues/triage";
import type { RunOverride, ToldOverride } from "@/lib/core/override";
import type { Annotation } from "@/lib/core/run";
import type { TriageStore } from "../store";
import { listOverrides } from "./read-incidents";
import { listAnnotations } from "./read-runs";
import { findRun } from "./read-steps";
import type { SqliteWriter } from "./writer";

/** What people did. Written through the same queue as everything else, in tables that no rebuild touches. */
export class SqliteTriage implements TriageStore {
  readonly #db: Database.Database;
  readonly #writer: SqliteWriter;

  constructor(db: Database.Database, writer: SqliteWriter) {
    this.#db = db;
    this.#writer = writer;
  }

  appendAnnotation(run: string, annotation: Omit<Annotation, "id" | "createdAt">, now: number): Promise<Annotation> {
    return this.#writer.appendAnnotation(run, annotation, now);
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

  async appendOverride(run: string, told: ToldOverride, now: number): Promise<RunOverride | null> {
    return this.#writer.overrule(run, (overrides, id) => overrides.append(id, told, now));
  }

  async listOverrides(run: string): Promise<readonly RunOverride[]> {
    const row = findRun(this.#db, run);
    return row === null ? [] : listOverrides(this.#db, row.id);
  }

  withdrawOverride(run: string, id: number, now: number): Promise<RunOverride | null> {
    return this.#writer.overrule(run, (overrides, runId) => overrides.withdraw(runId, id, now));
  }
}
