import { z } from "zod";
import { Problem } from "@/lib/core/errors";
import { type AlertRule, isRuleSeries, ruleSeries, usualRule } from "@/lib/core/report/alert-rule";
import { parseQuery } from "./query";

const reportFormats = ["json", "html", "markdown"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A rule that is to be replayed, as every address of a report takes it. */
export const ReportQuery = z.object({
  format: z.enum(reportFormats).default("json"),
  rule: z.string().max(200).default(usualRule.series),
  over: z.coerce.number().min(0).max(1).default(usualRule.over),
  count: z.coerce.number().int().min(1).max(1_000_000).default(usualRule.count),
  steps: z.coerce.number().int().min(1).max(1_000).default(usualRule.steps),
});

/** @throws Problem `invalid_request` that names the part of the query. */
export function parseReportQuery(query: URLSearchParams): { readonly format: ReportFormat; readonly rule: AlertRule } {
  const { format, rule: series, ...told } = parseQuery(ReportQuery, query);
  if (!isRuleSeries(series)) {
    const known = `kind:<failure kind>, ${ruleSeries.join(", ")}`;
    throw new Problem("invalid_request", `The query's rule names no series that can be watched. Known: ${known}.`, {
      path: "rule",
    });
  }
  return { format, rule: { series, ...told } };
}
