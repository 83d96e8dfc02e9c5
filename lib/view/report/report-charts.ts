import type { ReportData } from "@/lib/core/report/report-data";
import { bucketStepsByWidth, bucketWidth } from "@/lib/core/series";
import { chartPoints } from "@/lib/core/snapshot";
import { viewTrainer } from "@/lib/core/trainer-view";
import { type ChartsModel, toChartsModel } from "../charts-model";

/** What the charts of a post-mortem are made of: all current train steps, in as many points as a chart has room for. */
export function bucketReport({ detail, steps, superseded }: ReportData) {
  const first = steps[0]?.step ?? null;
  const last = steps.at(-1)?.step ?? null;
  const width = first === null || last === null ? 1 : bucketWidth(first, last, chartPoints);
  const view = viewTrainer(detail.settings, detail.inference);
  return {
    width,
    buckets: bucketStepsByWidth(steps, width, view),
    superseded: bucketStepsByWidth(superseded, width, view),
  };
}

type Bucketed = ReturnType<typeof bucketReport>;

/** The charts of a post-mortem; null where there is nothing to draw. */
export function toReportCharts(data: Pick<ReportData, "detail" | "incidents">, bucketed: Bucketed): ChartsModel | null {
  const { settings, segments, annotations } = data.detail;
  if (bucketed.buckets.length === 0) return null;
  return toChartsModel({
    ...bucketed,
    shown: null,
    axisKind: "step",
    scaleKind: "share",
    rewardRange: settings.rewardRange,
    segments,
    annotations,
    incidents: data.incidents.filter(({ split }) => split === "train"),
  });
}
