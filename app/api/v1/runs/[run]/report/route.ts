import { toFileName } from "@/lib/core/file-name";
import { writeReportHtml, writeReportJson, writeReportMarkdown } from "@/lib/server/export-report";
import { toFileAnswer } from "@/lib/server/file-answer";
import { routeWithQuery } from "@/lib/server/route";
import { parseReportQuery } from "@/lib/wire/report-query";

export const dynamic = "force-dynamic";

/** The post-mortem of a run: JSON, one file of HTML, or Markdown with its pictures in a zip. */
export const GET = routeWithQuery(parseReportQuery, async ({ context, run, query: { format, rule } }) => {
  const asked = { run: run(), rule };
  const nameFile = (extension: string) => toFileName([asked.run, "post-mortem"], extension);
  switch (format) {
    case "json":
      return writeReportJson(context, asked);
    case "html":
      return toFileAnswer(await writeReportHtml(context, asked), "text/html; charset=utf-8", nameFile("html"));
    case "markdown":
      return toFileAnswer(await writeReportMarkdown(context, asked), "application/zip", nameFile("zip"));
  }
});
