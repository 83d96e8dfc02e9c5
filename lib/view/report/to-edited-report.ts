import { isSameRule, usualRule } from "@/lib/core/report/alert-rule";
import { applyEdits, type EditedReport } from "@/lib/core/report/edited-report";
import type { ReportData } from "@/lib/core/report/report-data";
import { toReport } from "./to-report";

/** What the machine writes whatever its reader chose: what edits are held against. */
export function toUsualReport(data: ReportData) {
  return toReport({ ...data, rule: usualRule });
}

/** The post-mortem as it stands, with what people wrote. */
export function toEditedReport(data: ReportData): EditedReport {
  const report = toReport(data);
  const { edits } = data.books;
  // To write it takes time: a second time only where a text is held against another rule than the one that is shown.
  const isHeld = edits.some(({ text }) => text !== null) && !isSameRule(data.rule, usualRule);
  return applyEdits(report, isHeld ? toUsualReport(data) : report, edits);
}
