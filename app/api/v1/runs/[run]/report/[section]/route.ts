import { editReport, readReportSection } from "@/lib/server/edit-report";
import { route } from "@/lib/server/route";
import { ReportSectionPut, toWireReportSectionDetail } from "@/lib/wire/report";

export const dynamic = "force-dynamic";

/** One section of the post-mortem, with every edit that it had. */
export const GET = route(async ({ context, run, section }) => {
  const name = run();
  return toWireReportSectionDetail(name, await readReportSection(context, name, section()));
});

/** Writes a section's prose anew, or gives it back to the machine. */
export const PUT = route(async ({ context, run, section, json }) => {
  const name = run();
  const id = section();
  return toWireReportSectionDetail(name, await editReport(context, name, id, await json(ReportSectionPut)));
});
