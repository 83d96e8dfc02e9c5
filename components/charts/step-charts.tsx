"use client";

import { type ReactNode, useMemo, useState } from "react";
import type { Anchor, Annotating } from "@/components/annotations/use-annotating";
import { usePageActions } from "@/components/keys/actions";
import type { StepBucket } from "@/lib/core/series";
import { nowhere, placeSteps } from "@/lib/view/annotation-place";
import type { ChartMark } from "@/lib/view/chart-marks";
import { type ChartsModel, describeCharts, describeLearning } from "@/lib/view/charts-model";
import { suspectedKey } from "@/lib/view/failures-model";
import { placeBandLabels } from "@/lib/view/incident-bands";
import { type ChartName, countedAt } from "@/lib/view/mark-links";
import type { Counted } from "@/lib/view/run-links";
import { nearestIndex, type StepRange, stepsBetween } from "@/lib/view/step-axis";
import { AnnotateButton } from "./annotate-button";
import { AxisLabels } from "./axis-labels";
import { ChartFrame, type SavedCharts } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import { CoverageChart } from "./coverage-chart";
import { FailuresChart } from "./failures-chart";
import { IncidentLabels } from "./incident-labels";
import { LearningChart } from "./learning-chart";
import { MarkRail } from "./mark-rail";
import { toPlot } from "./plot";
import { RewardChart } from "./reward-chart";
import { StepPointer } from "./step-pointer";
import { useCrosshairKeys } from "./use-crosshair-keys";
import { useWidth } from "./use-width";

interface StepChartsProps {
  readonly model: ChartsModel;
  readonly hrefOf: (counted: Counted) => string;
  /** Where an incident is told in full, with the steps around it shown; null: where all of them are. */
  readonly incidentHref: (id: string | null) => string;
  readonly onIncident: (id: string) => void;
  /** The page of one step. */
  readonly stepHrefOf: (step: number) => string;
  readonly onOpen: (href: string, inNewTab: boolean) => void;
  readonly onZoom: (steps: StepRange) => void;
  readonly onReset: () => void;
  /** Choices beside the failures chart. */
  readonly scaleChoice: ReactNode;
  /** What the trainer is taken to do, beside the panel of learning. */
  readonly trainerChoice?: ReactNode;
  /** The whole run in a strip, under the axis. */
  readonly brush?: ReactNode;
  /** What a mark says in full. */
  readonly renderMark: (mark: ChartMark) => ReactNode;
  /** How files of the charts are called and captioned; absent: they can't be saved. */
  readonly saved?: SavedCharts;
  /** Absent: nothing can be annotated here. */
  readonly annotating?: Pick<Annotating, "isOn" | "setOn" | "annotate">;
}

const heights = { reward: 164, failures: 164, coverage: 132, learning: 132 } as const;

/** The three charts of a run: one step axis, one crosshair, one zoom. */
export function StepCharts(props: StepChartsProps) {
  const {
    model,
    hrefOf,
    stepHrefOf,
    incidentHref,
    onIncident,
    onOpen,
    onZoom,
    onReset,
    scaleChoice,
    trainerChoice,
    brush,
    renderMark,
    annotating,
    saved,
  } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const [pointer] = useState(() => new StepPointer());
  const { axis, buckets, reward, failures, coverage, learning, marks, bands } = model;
  const plot = useMemo(() => (width === null ? null : toPlot(width)), [width]);

  const incidents = useMemo(
    () => (plot === null ? null : placeBandLabels(bands, axis.domain, plot.width - plot.left - plot.right)),
    [plot, bands, axis],
  );

  function frame(chart: ChartName) {
    const { domain } = model[chart].scale;
    return {
      ...describeCharts(model)[chart],
      height: heights[chart],
      axis,
      plot,
      pointer,
      marks,
      labels: model[chart].labels,
      bands,
      onReset,
      saved,
      onAnnotate: annotating === undefined ? undefined : annotate,
      annotating: annotating?.isOn ?? false,
      onSelect: (a: number, b: number) => {
        const steps = stepsBetween(axis, buckets, a, b);
        if (steps !== null) onZoom(steps);
      },
      onOpen: (index: number, down: number, inNewTab: boolean) => {
        const bucket = buckets[index];
        if (bucket === undefined) return;
        const value = toValue(domain, down, chart === "failures" && failures.scaleKind === "log");
        onOpen(hrefOf(countedAt(chart, bucket, index, value, failures)), inNewTab);
      },
    };
  }

  function hrefOfBucket({ from, to, steps }: StepBucket): string {
    return steps === 1 && model.width === 1 ? stepHrefOf(from) : hrefOf({ steps: { from, to } });
  }

  const moveCrosshair = useCrosshairKeys({
    pointer,
    plot,
    axis,
    count: buckets.length,
    onOpen: (index, inNewTab) => {
      const bucket = buckets[index];
      if (bucket !== undefined) onOpen(hrefOfBucket(bucket), inNewTab);
    },
    onAnnotate:
      annotating === undefined
        ? null
        : (a, b, pixel) => {
            const [first, last] = [buckets[Math.min(a, b)], buckets[Math.max(a, b)]];
            if (first !== undefined && last !== undefined)
              annotating.annotate(placeSteps(first.from, last.to), anchorAt(pixel));
          },
  });

  usePageActions("Charts, while they have the focus", [
    { keys: "ArrowLeft ArrowRight", label: "Move the crosshair, by ten with Shift" },
    { keys: "Home End", label: "To the first step, to the last" },
    { keys: "Enter", label: "Open the step under the crosshair" },
    ...(annotating === undefined
      ? []
      : [
          { keys: "a", label: "Annotate the step under the crosshair" },
          { keys: "r", label: "Begin a range; A annotates it as far as the crosshair has come" },
        ]),
    { keys: "Esc", label: "Give up the range, or put the crosshair away" },
  ]);
  usePageActions("Charts, by mouse", [
    { keys: "Click", label: "Open the rollouts behind a mark" },
    { keys: "Drag", label: "Show only these steps" },
    { keys: "Double-click", label: "Show all steps" },
  ]);

  /** A place in the charts that stays there while the page scrolls. */
  function anchorAt({ x, y }: { readonly x: number; readonly y: number }): Anchor {
    return {
      getBoundingClientRect: () => {
        const box = ref.current?.getBoundingClientRect() ?? new DOMRect();
        return new DOMRect(box.left + x, box.top + y, 0, 0);
      },
    };
  }

  /** What a click, or a drag from one place on the axis to another, annotates. */
  function annotate(a: number, b: number, pixel: { readonly x: number; readonly y: number }) {
    if (annotating === undefined) return;
    const bucket = buckets[nearestIndex(axis.extents, a) ?? -1];
    const steps = a === b ? bucket : stepsBetween(axis, buckets, a, b);
    // On an axis of time a click means that moment, whatever step it lies in.
    if (a === b && axis.kind === "time") annotating.annotate({ ...nowhere, at: Math.round(a) }, anchorAt(pixel));
    else if (steps !== undefined && steps !== null)
      annotating.annotate(placeSteps(steps.from, steps.to), anchorAt(pixel));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: no element stands for a group of charts.
    <div
      ref={ref}
      data-chart-area
      role="group"
      aria-label={`Charts. Left and right arrow move the crosshair, Enter opens the step${annotating === undefined ? "" : ", A annotates it, R begins a range to annotate"}. The table below says the same.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the crosshair moves by arrow keys.
      tabIndex={0}
      onKeyDown={moveCrosshair}
      onBlur={(event) => {
        // Focus that moves within the charts, as from the pencil to a plot that is pressed, is no leaving.
        if (!event.currentTarget.contains(event.relatedTarget)) pointer.set(null);
      }}
      className="charts @container/charts relative focus-visible:outline-1 focus-visible:outline-offset-4"
    >
      <noscript>
        <p className="pt-3 text-sm text-ink-2">Charts need JavaScript. The table below says the same.</p>
      </noscript>
      <ChartFrame
        {...frame("reward")}
        action={
          annotating !== undefined && (
            <AnnotateButton isOn={annotating.isOn} onChange={(isOn) => annotating.setOn(isOn)} />
          )
        }
        rail={
          (annotating !== undefined || marks.length > 0) && (
            <MarkRail
              marks={marks}
              domain={axis.domain}
              plot={plot}
              renderMark={renderMark}
              annotating={annotating?.isOn ?? false}
            />
          )
        }
        over={
          incidents !== null &&
          bands.length > 0 && (
            <IncidentLabels
              placed={incidents}
              hrefOf={incidentHref}
              onIncident={onIncident}
              allHref={incidentHref(null)}
            />
          )
        }
        hrefOf={(id) => hrefOf(id === "as_scored" || id === "trained" ? {} : { outcome: "scored" })}
      >
        {plot !== null && <RewardChart model={reward} plot={plot} height={heights.reward} domain={axis.domain} />}
      </ChartFrame>
      <ChartFrame
        {...frame("failures")}
        aside={scaleChoice}
        hrefOf={(id) => {
          if (id === suspectedKey) return hrefOf({ suspected: true });
          const kind = failures.series.find((series) => series.key === id)?.kind ?? null;
          return kind === null ? null : hrefOf({ kind });
        }}
      >
        {plot !== null && <FailuresChart model={failures} plot={plot} height={heights.failures} domain={axis.domain} />}
      </ChartFrame>
      <ChartFrame
        {...frame("coverage")}
        hrefOf={(id) => {
          if (id === "masked") return hrefOf({ outcome: "masked" });
          return id === "no_result" ? hrefOf({ outcome: "failed" }) : null;
        }}
      >
        {plot !== null && <CoverageChart model={coverage} plot={plot} height={heights.coverage} domain={axis.domain} />}
      </ChartFrame>
      {learning !== null && (
        <ChartFrame
          {...frame("coverage")}
          title="Learning"
          subtitle={describeLearning(model, learning.shiftTop)}
          aside={trainerChoice}
          emptyText={learning.emptyText}
          labels={learning.labels}
          onOpen={(index, _, inNewTab) => {
            const bucket = buckets[index];
            if (bucket !== undefined) onOpen(hrefOfBucket(bucket), inNewTab);
          }}
          hrefOf={() => null}
        >
          {plot !== null && (
            <LearningChart model={learning} plot={plot} height={heights.learning} domain={axis.domain} />
          )}
        </ChartFrame>
      )}
      <AxisLabels axis={axis} />
      {model.axisRemark !== null && <p className="ms-(--plot-left) pt-1 text-xs text-ink-2">{model.axisRemark}</p>}
      {brush}
      {plot !== null && (
        <ChartTooltip
          pointer={pointer}
          buckets={buckets}
          axis={axis}
          marks={marks}
          bands={bands}
          smoothed={model.smoothed}
          inPercent={reward.inPercent}
          plot={plot}
          hrefOf={hrefOfBucket}
        />
      )}
    </div>
  );
}

/** The value at a place down the plot; `down` counts from the frame's inner top. */
function toValue(domain: readonly [number, number], down: number, log: boolean): number {
  const up = 1 - Math.max(0, Math.min(1, down));
  if (!log) return domain[0] + up * (domain[1] - domain[0]);
  return 10 ** (Math.log10(domain[0]) + up * (Math.log10(domain[1]) - Math.log10(domain[0])));
}
