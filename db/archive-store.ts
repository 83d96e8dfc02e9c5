import type { RunRecord } from "@/lib/core/run-record";

/** What brings a run back that was exported. Reading one for an export is a worker's (`db/sqlite/read-export.ts`). */
export interface ArchiveStore {
  /**
   * Keeps records of an export, in its order, with the dates they had. What is known here already stays; the same again
   * changes nothing.
   *
   * @param exportedRun what the run was called when it was exported.
   */
  restoreRecords(run: string, exportedRun: string, records: readonly RunRecord[], now: number): Promise<void>;
}
