import type { ReportBooks } from "@/lib/core/report/books";
import type { ReportSectionId } from "@/lib/core/report/document";
import type { IncidentRows } from "@/lib/core/report/figures";
import type { NewReportEdit, ReportEdit } from "@/lib/core/report/report-edit";
import type { Split } from "@/lib/core/rollout";

/** The rollouts of an incident's steps: those that count, in its environment. */
export interface IncidentRowsFilter {
  readonly run: string;
  readonly split: Split;
  /** undefined: what counts now; else of one launch, superseded steps included. */
  readonly segment?: string | undefined;
  readonly environment?: string | undefined;
  /** null: those outside any step. */
  readonly steps: { readonly from: number; readonly to: number } | null;
  /** Those that had come by then are counted apart, epoch ms. */
  readonly by: number;
}

/** What a post-mortem is made of beside summaries and incidents. */
export interface ReportReader {
  /** null: there is no such run. */
  readReportBooks(run: string): Promise<ReportBooks | null>;
  /** Reads rows, in a thread of its own. */
  readIncidentRows(filter: IncidentRowsFilter): Promise<IncidentRows>;
  /** Every edit of a section, the oldest first. */
  listReportEdits(run: string, section: ReportSectionId): Promise<readonly ReportEdit[]>;
}

/** What people write into a post-mortem. No rebuild touches it. */
export interface ReportDesk {
  /**
   * Keeps one more edit of a section.
   *
   * @returns it; null where there is no such run. @throws Problem `conflict` where another was made meanwhile.
   */
  appendReportEdit(run: string, edit: NewReportEdit, now: number): Promise<ReportEdit | null>;
}
