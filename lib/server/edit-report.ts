import { usualRule } from "@/lib/core/report/alert-rule";
import type { ReportSectionId } from "@/lib/core/report/document";
import { type EditedSection, toBasis } from "@/lib/core/report/edited-report";
import type { ReportEdit } from "@/lib/core/report/report-edit";
import { toEditedReport, toUsualReport } from "@/lib/view/report/to-edited-report";
import type { ReportSectionPut } from "@/lib/wire/report";
import type { Context } from "./context";
import { foundRun } from "./found";
import { readReport } from "./read-report";

export interface SectionWithHistory {
  readonly section: EditedSection;
  /** The oldest first. */
  readonly history: readonly ReportEdit[];
}

async function readSection({ store, config }: Context, run: string, id: ReportSectionId): Promise<EditedSection> {
  const data = foundRun(await readReport(store, config.payloads, run, usualRule), run);
  const found = toEditedReport(data).sections.find(({ section }) => section.id === id);
  if (found === undefined) throw new Error(`the report has no section ${id}`);
  return found;
}

/** One section of a post-mortem, with every edit that it had. @throws Problem `not_found`. */
export async function readReportSection(
  context: Context,
  run: string,
  id: ReportSectionId,
): Promise<SectionWithHistory> {
  const section = await readSection(context, run, id);
  return { section, history: await context.store.reports.listReportEdits(run, id) };
}

/** Keeps what a person makes of a section's prose. @throws Problem `not_found`, `conflict`. */
export async function editReport(
  context: Context,
  run: string,
  id: ReportSectionId,
  { text, version, by }: ReportSectionPut,
): Promise<SectionWithHistory> {
  const { store, config } = context;
  const data = foundRun(await readReport(store, config.payloads, run, usualRule), run);
  const written = toUsualReport(data).sections.find((section) => section.id === id);
  const basis = written === undefined ? "" : toBasis(written);
  const kept = text === null || text.trim() === "" ? null : text;
  const edit = { section: id, text: kept, by: by ?? null, basis, seen: version };
  foundRun(await store.triage.appendReportEdit(run, edit, Date.now()), run);
  return readReportSection(context, run, id);
}
