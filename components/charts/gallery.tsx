"use client";

import { useMemo, useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { toChartsModel } from "@/lib/view/charts-model";
import { failureScales } from "@/lib/view/failures-model";
import type { GalleryCase } from "@/lib/view/gallery-case";
import { rolloutsHref } from "@/lib/view/rollout-view";
import { wholeRun } from "@/lib/view/run-view";
import { axisKinds, type StepRange } from "@/lib/view/step-axis";
import { stepHrefOf } from "@/lib/view/step-page-view";
import { StepCharts } from "./step-charts";

const scaleOptions = failureScales.map((value) => ({ value, label: value }));
const axisOptions = axisKinds.map((value) => ({ value, label: value }));

/** One case with all charts, zoomable like the real page. */
export function GalleryCharts({ example }: { readonly example: GalleryCase }) {
  const [scaleKind, setScale] = useState<(typeof failureScales)[number]>("share");
  const [axisKind, setAxis] = useState<(typeof axisKinds)[number]>("step");
  const [shown, setShown] = useState<StepRange | null>(null);
  const model = useMemo(() => {
    const { buckets } = example;
    const first = buckets[0];
    return toChartsModel({
      buckets:
        shown === null ? buckets : buckets.filter((bucket) => bucket.to >= shown.from && bucket.from <= shown.to),
      superseded: example.superseded ?? [],
      width: first === undefined ? 1 : first.to - first.from + 1,
      shown,
      axisKind,
      scaleKind,
      rewardRange: null,
      segments: example.segments ?? [],
      annotations: example.annotations ?? [],
      incidents: example.incidents ?? [],
    });
  }, [example, shown, axisKind, scaleKind]);
  return (
    <section aria-label={example.name} className="border-t border-hairline pt-5 pb-8">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">{example.name}</h2>
        <p className="text-ink-2">{example.shows}</p>
        <div className="ms-auto">
          <Segmented label="x axis" value={axisKind} options={axisOptions} onChange={setAxis} />
        </div>
      </div>
      <StepCharts
        model={model}
        hrefOf={(counted) => rolloutsHref("gallery", wholeRun, counted)}
        incidentHref={() => "#content"}
        onIncident={() => undefined}
        stepHrefOf={(step) => stepHrefOf("gallery", step, wholeRun)}
        renderMark={(mark) => <bdi>{mark.label}</bdi>}
        onOpen={() => undefined}
        onZoom={setShown}
        onReset={() => setShown(null)}
        scaleChoice={<Segmented label="scale" value={scaleKind} options={scaleOptions} onChange={setScale} />}
      />
    </section>
  );
}
