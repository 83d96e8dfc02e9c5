import { type AlertRule, isRuleSeries, usualRule } from "@/lib/core/report/alert-rule";
import type { ReportSectionId } from "@/lib/core/report/document";
import { withSearch } from "../address";
import { runHref } from "../run-links";

function readNumber(text: string | null, low: number, high: number, usual: number): number {
  const value = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return value >= low && value <= high ? value : usual;
}

/** The rule that an address asks for; what makes no sense in it is as if it were absent. */
export function parseReportView(params: URLSearchParams): AlertRule {
  const series = params.get("rule") ?? usualRule.series;
  return {
    series: isRuleSeries(series) ? series : usualRule.series,
    over: readNumber(params.get("over"), 0, 1, usualRule.over),
    count: Math.round(readNumber(params.get("count"), 1, 1_000_000, usualRule.count)),
    steps: Math.round(readNumber(params.get("steps"), 1, 1_000, usualRule.steps)),
  };
}

function toParams({ series, over, count, steps }: AlertRule): URLSearchParams {
  const params = new URLSearchParams();
  if (series !== usualRule.series) params.set("rule", series);
  if (over !== usualRule.over) params.set("over", String(over));
  if (count !== usualRule.count) params.set("count", String(count));
  if (steps !== usualRule.steps) params.set("steps", String(steps));
  return params;
}

/** The post-mortem of a run, with a rule replayed in it. */
export function reportHref(run: string, rule: AlertRule = usualRule): string {
  return withSearch(`${runHref(run)}/report`, toParams(rule));
}

/** The same as a file. */
export function reportFileHref(run: string, rule: AlertRule, format: "html" | "markdown"): string {
  const params = toParams(rule);
  params.set("format", format);
  return withSearch(`/api/v1${runHref(run)}/report`, params);
}

/** Where a section is read with its history, and written. */
export function reportSectionHref(run: string, section: ReportSectionId): string {
  return `/api/v1${runHref(run)}/report/${section}`;
}
