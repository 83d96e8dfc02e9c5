import type Database from "better-sqlite3";
import type { ReportBooks } from "@/lib/core/report/books";
import type { ReportSectionId } from "@/lib/core/report/document";
import type { IncidentRows } from "@/lib/core/report/figures";
import type { ReportEdit } from "@/lib/core/report/report-edit";
import type { IncidentRowsFilter, ReportReader } from "../report-store";
import { readReportBooks } from "./read-report";
import type { ReadWorkerPool } from "./read-worker-pool";
import { listReportEdits } from "./report-edits";

/** What post-mortems are made of; what may be long is read by workers. */
export class SqliteReports implements ReportReader {
  readonly #db: Database.Database;
  readonly #pool: ReadWorkerPool;

  constructor(db: Database.Database, pool: ReadWorkerPool) {
    this.#db = db;
    this.#pool = pool;
  }

  async readReportBooks(run: string): Promise<ReportBooks | null> {
    return readReportBooks(this.#db, run);
  }

  readIncidentRows(filter: IncidentRowsFilter): Promise<IncidentRows> {
    return this.#pool.readIncidentRows(filter);
  }

  async listReportEdits(run: string, section: ReportSectionId): Promise<readonly ReportEdit[]> {
    return listReportEdits(this.#db, run, section);
  }
}
