import { readMyName, signed } from "@/components/ui/my-name";
import { sendJson } from "@/components/ui/send-json";
import type { ReportSectionId } from "@/lib/core/report/document";
import { reportSectionHref } from "@/lib/view/report/report-view";
import { WireReportSectionDetail } from "@/lib/wire/report";

export type SectionHistory = WireReportSectionDetail["history"];

/** What keeping an edit came to. */
export type Kept =
  | { readonly as: "kept" }
  /** Somebody else was faster: what they made of it. */
  | { readonly as: "conflict"; readonly version: number; readonly by: string | null; readonly text: string | null }
  | { readonly as: "failed"; readonly why: string };

async function readSection(run: string, section: ReportSectionId): Promise<WireReportSectionDetail | null> {
  const response = await fetch(reportSectionHref(run, section), { headers: { accept: "application/json" } });
  if (!response.ok) return null;
  const json: unknown = await response.json();
  const read = WireReportSectionDetail.safeParse(json);
  return read.success ? read.data : null;
}

/** Every edit that a section had, the newest first; null where the server did not say. */
export async function readHistory(run: string, section: ReportSectionId): Promise<SectionHistory | null> {
  const read = await readSection(run, section).catch(() => null);
  return read?.history.toReversed() ?? null;
}

/** Keeps an edit over the version that its writer saw. @param text null: what the machine writes is to hold again. */
export async function sendSection(
  run: string,
  section: ReportSectionId,
  text: string | null,
  version: number,
): Promise<Kept> {
  const body = { text, version, ...signed(readMyName()) };
  const sending = await sendJson("PUT", reportSectionHref(run, section), body);
  if (sending.as === "done") return { as: "kept" };
  if (sending.as === "unanswered") {
    return { as: "failed", why: "The server did not answer: whether it was kept is not known. Try again." };
  }
  const newest = await readSection(run, section).catch(() => null);
  if (newest !== null && newest.version !== version) {
    const last = newest.history.at(-1);
    return { as: "conflict", version: newest.version, by: last?.by ?? null, text: last?.text ?? null };
  }
  return { as: "failed", why: `Nothing was kept. ${sending.why}` };
}
