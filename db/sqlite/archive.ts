import type { RunRecord } from "@/lib/core/run-record";
import type { ArchiveStore } from "../archive-store";
import type { SqliteWriter } from "./writer";

export class SqliteArchive implements ArchiveStore {
  readonly #writer: SqliteWriter;

  constructor(writer: SqliteWriter) {
    this.#writer = writer;
  }

  async restoreRecords(run: string, exportedRun: string, records: readonly RunRecord[], now: number): Promise<void> {
    // Who an incident is, and what an issue has, can be told only of those that were found here.
    const isAboutFindings = records.some(({ record }) => record === "incident" || record === "issue");
    if (isAboutFindings) await this.#writer.settleIncidents(run);
    await this.#writer.restore((restorer) => restorer.restore(run, exportedRun, records, now));
    if (isAboutFindings) await this.#writer.settleIncidents(run);
  }
}
