import type { AlertRule } from "@/lib/core/report/alert-rule";
import { drawCharts, drawnCharts } from "@/lib/view/chart-svg/draw-charts";
import { packBuckets } from "@/lib/view/packed-buckets";
import { bucketReport, toReportCharts } from "@/lib/view/report/report-charts";
import { reportHref } from "@/lib/view/report/report-view";
import { toEditedReport } from "@/lib/view/report/to-edited-report";
import type { Context } from "./context";
import { readReport } from "./read-report";

/**
 * What the page of a post-mortem shows: the document, what its charts are made of, and their drawings for paper.
 *
 * @returns null where there is no such run.
 */
export async function readReportPage({ store, config, address }: Context, run: string, rule: AlertRule) {
  const data = await readReport(store, config.payloads, run, rule);
  if (data === null) return null;
  const { detail, incidents, verdict, steps } = data;
  const bucketed = bucketReport(data);
  const charts = toReportCharts(data, bucketed);
  const drawn = charts === null ? null : drawCharts(charts, "print-");
  return {
    report: toEditedReport(data),
    detail,
    revision: data.revision,
    incidents,
    verdict: verdict.verdict,
    /** Where it is, in full: what paper can say. */
    address: address.origin + reportHref(run, rule),
    kinds: [...new Set(steps.flatMap((step) => Object.keys(step.kinds)))].sort(),
    charts: {
      width: bucketed.width,
      buckets: packBuckets(bucketed.buckets),
      superseded: packBuckets(bucketed.superseded),
    },
    drawings: drawn === null ? [] : drawnCharts.map((chart) => drawn[chart]),
  };
}
