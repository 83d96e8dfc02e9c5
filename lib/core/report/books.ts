import type { IncidentEvent, Notice } from "../alerts/notice";
import type { ReportEdit } from "./report-edit";

/** A notice that was made of a run's incident, and who was to hear of it. */
export interface ReportNotice
  extends Pick<Notice, "event" | "state" | "severity" | "why" | "createdAt" | "settledAt" | "attempts"> {
  readonly incident: string | null;
  /** The receiver's name; null: it was removed since. */
  readonly webhook: string | null;
}

/** What is kept of a run beside what is derived: the books that a post-mortem is written from. */
export interface ReportBooks {
  /** What happened to its incidents, in the order in which it was known. */
  readonly events: readonly IncidentEvent[];
  /** Oldest first; without those that another one tells instead. */
  readonly notices: readonly ReportNotice[];
  /** The newest edit of each section that has any. */
  readonly edits: readonly ReportEdit[];
}
