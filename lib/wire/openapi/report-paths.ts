import { reportSections } from "@/lib/core/report/document";
import { jsonOf, jsonProblems, type Parameter, type Paths, toOperation } from "./operation";
import { parameters, queryParameters } from "./parameters";
import { report, reportSection, reportSectionPut } from "./report-examples";

const { run, contentEncoding } = parameters;

const section: Parameter = {
  name: "section",
  in: "path",
  required: true,
  description: "A section of the report.",
  schema: { type: "string", enum: [...reportSections] },
  example: "summary",
};

/** The post-mortem of a run, and what people make of it. */
export function describeReportPaths(): Paths {
  return {
    "/api/v1/runs/{run}/report": {
      get: toOperation({
        id: "getReport",
        tag: "reading",
        summary: "The post-mortem of a run",
        description:
          "Written from data when it is asked for, with what people made of its prose. As JSON, as one file of HTML that needs nothing else, or as Markdown with its pictures in a zip.",
        parameters: [run, ...queryParameters.report],
        answer: {
          description: "The report.",
          content: {
            ...jsonOf("Report", report),
            "text/html": { schema: { type: "string" } },
            "application/zip": { schema: { type: "string", format: "binary" } },
          },
        },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/report/{section}": {
      get: toOperation({
        id: "getReportSection",
        tag: "reading",
        summary: "One section, with every edit that it had",
        parameters: [run, section],
        answer: { description: "The section.", content: jsonOf("ReportSection", reportSection) },
        problems: ["not_found"],
      }),
      put: toOperation({
        id: "editReportSection",
        tag: "describing",
        summary: "Write a section's prose anew",
        description:
          "Numbers can't be edited. Of two people who edit at once, one wins, and the other is told what is there now. Edits are only ever added, and survive a rebuild.",
        parameters: [run, section, contentEncoding],
        body: { required: true, content: jsonOf("ReportSectionPut", reportSectionPut) },
        answer: { description: "The section as it now is.", content: jsonOf("ReportSection", reportSection) },
        problems: [...jsonProblems, "not_found", "conflict"],
      }),
    },
  };
}
