"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { MarkCard } from "@/components/annotations/mark-card";
import { StepCharts } from "@/components/charts/step-charts";
import { useOpenHref } from "@/components/ui/use-open-href";
import type { RunDetail } from "@/lib/core/run";
import type { RunIncident } from "@/lib/core/run-incident";
import { nameFile, toCaptioned, writeChartCaption } from "@/lib/view/chart-caption";
import { stepsAround } from "@/lib/view/incident-links";
import { type PackedBuckets, unpackBuckets } from "@/lib/view/packed-buckets";
import { toReportCharts } from "@/lib/view/report/report-charts";
import { rolloutsHref } from "@/lib/view/rollout-view";
import { runHref } from "@/lib/view/run-links";
import { wholeRun } from "@/lib/view/run-view";
import { stepHrefOf } from "@/lib/view/step-page-view";

export interface ReportChartsProps {
  readonly detail: RunDetail;
  readonly revision: string;
  readonly incidents: readonly RunIncident[];
  readonly charts: { readonly width: number; readonly buckets: PackedBuckets; readonly superseded: PackedBuckets };
  /** The same charts as SVG, for paper and for readers without scripts. */
  readonly drawings: readonly string[];
}

/** The run's charts: on a screen those of the run page, on paper drawings that fit it. */
export function ReportCharts({ detail, revision, incidents, charts, drawings }: ReportChartsProps) {
  const { run } = detail;
  const router = useRouter();
  const openHref = useOpenHref();
  const model = useMemo(
    () =>
      toReportCharts(
        { detail, incidents },
        {
          width: charts.width,
          buckets: unpackBuckets(charts.buckets),
          superseded: unpackBuckets(charts.superseded),
        },
      ),
    [detail, incidents, charts],
  );
  if (model === null) return null;
  const first = model.buckets[0]?.from ?? null;
  const last = model.buckets.at(-1)?.to ?? null;
  const incidentHref = (id: string | null) => {
    const incident = incidents.find((one) => one.id === id);
    const steps = incident === undefined ? null : stepsAround(incident, { firstStep: first, lastStep: last });
    return runHref(run, steps === null ? wholeRun : { ...wholeRun, steps: { kind: "range", ...steps } });
  };
  return (
    <>
      <div className="print:hidden">
        <StepCharts
          model={model}
          hrefOf={(counted) => rolloutsHref(run, wholeRun, counted)}
          incidentHref={incidentHref}
          onIncident={(id) => router.push(incidentHref(id))}
          stepHrefOf={(step) => stepHrefOf(run, step, wholeRun)}
          onOpen={openHref}
          onZoom={(range) => router.push(runHref(run, { ...wholeRun, steps: { kind: "range", ...range } }))}
          onReset={() => router.push(runHref(run))}
          scaleChoice={null}
          saved={{
            fileName: nameFile(run, wholeRun, null),
            toCaption: () =>
              writeChartCaption(toCaptioned({ detail, revision }, wholeRun, model), location.href, Date.now()),
          }}
          renderMark={(mark) => <MarkCard run={run} mark={mark} />}
        />
      </div>
      <div className="hidden print:block" aria-hidden>
        {drawings.map((drawing) => (
          <figure
            key={drawing.slice(0, 400)}
            className="mb-4 break-inside-avoid [&_svg]:h-auto [&_svg]:w-full"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing; foreign text in it is escaped where it is drawn.
            dangerouslySetInnerHTML={{ __html: drawing }}
          />
        ))}
      </div>
    </>
  );
}
