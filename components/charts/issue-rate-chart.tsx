"use client";

import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { type ChartMark, notesAt } from "@/lib/view/chart-marks";
import { formatCount, formatPercent } from "@/lib/view/format";
import type { IssueChartModel } from "@/lib/view/issue-chart";
import { nearestIndex } from "@/lib/view/step-axis";
import { Bands } from "./bands";
import type { SavedCharts } from "./chart-frame";
import { ChartMenu } from "./chart-menu";
import { MarkLines } from "./mark-lines";
import { MarkRail } from "./mark-rail";
import { type Plot, plotBottom, plotTop, toAxis, toPixel } from "./plot";
import { PlotBase } from "./plot-base";
import { useWidth } from "./use-width";

interface IssueRateChartProps {
  /** What a file of it is called, and what it is to those who hear it. */
  readonly title: string;
  /** Of the page. */
  readonly id: string;
  readonly heading: ReactNode;
  readonly subtitle: string;
  readonly saved: SavedCharts;
  readonly label: string;
  readonly model: IssueChartModel;
  readonly colour: string;
  /** Annotations and launches of the run. */
  readonly marks: readonly ChartMark[];
  /** What a mark says in full. */
  readonly renderMark: (mark: ChartMark) => ReactNode;
  /** A point was chosen: its rollouts are wanted. */
  readonly onOpen: (index: number) => void;
}

const height = 116;

/** How often an issue was seen along one run: a point leads to its rollouts, by pointer or by arrows and Enter. */
export function IssueRateChart(props: IssueRateChartProps) {
  const { title, id, heading, subtitle, saved, label, model, colour, marks, renderMark, onOpen } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  const figure = useRef<HTMLElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const plot = useMemo(
    (): Plot | null => (width === null || width < 60 ? null : { width, left: 44, right: 8 }),
    [width],
  );
  const { domain, extents, readouts } = model;

  function point(event: PointerEvent<HTMLElement>) {
    if (plot === null) return;
    const pixel = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setAt(nearestIndex(extents, toAxis(plot, domain, pixel)));
  }

  function press(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const from = at ?? (by === 1 ? -1 : extents.length);
      setAt(Math.max(0, Math.min(extents.length - 1, from + by)));
    } else if (event.key === "Enter" && at !== null) onOpen(at);
  }

  const mark = at === null ? undefined : extents[at];
  return (
    <figure ref={figure} id={id} data-chart-area className="scroll-mt-4 pt-3 [--plot-left:44px] [--plot-right:8px]">
      <figcaption className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm">
        <span data-chart-title>{heading}</span>
        <span data-chart-subtitle className="text-ink-2">
          {subtitle}
        </span>
        <span className="ms-auto">
          <ChartMenu title={title} figure={figure} {...saved} />
        </span>
      </figcaption>
      {marks.length > 0 && (
        <MarkRail marks={marks} domain={domain} plot={plot} renderMark={renderMark} annotating={false} />
      )}
      <p className="h-5 text-xs text-ink-2" aria-live="polite">
        {at === null ? null : [readouts[at], ...(mark === undefined ? [] : notesAt(marks, mark))].join(" · ")}
      </p>
      <div data-chart-body>
        <div
          ref={frame}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk along its points.
          tabIndex={0}
          aria-label={`${label}. Arrow keys move along its points, Enter opens their rollouts.`}
          className="relative cursor-pointer"
          style={{ height }}
          onPointerMove={point}
          onPointerLeave={() => setAt(null)}
          onClick={() => at !== null && onOpen(at)}
          onKeyDown={press}
          onBlur={() => setAt(null)}
        >
          {plot !== null && <RatePlot plot={plot} model={model} colour={colour} />}
          <MarkLines marks={marks} domain={domain} />
          {plot !== null && mark !== undefined && (
            <span
              aria-hidden
              data-no-picture
              className="pointer-events-none absolute w-px bg-ink-2"
              style={{ left: toPixel(plot, domain, mark.mid), top: plotTop, bottom: plotBottom }}
            />
          )}
        </div>
      </div>
      {plot !== null && (
        <div aria-hidden data-axis-labels className="relative h-5 text-[11.5px] text-ink-2">
          {model.ticks.map((tick) => (
            <span key={tick} className="absolute -translate-x-1/2" style={{ left: toPixel(plot, domain, tick) }}>
              {formatCount(tick)}
            </span>
          ))}
        </div>
      )}
    </figure>
  );
}

const RatePlot = memo(function RatePlot({
  plot,
  model,
  colour,
}: {
  readonly plot: Plot;
  readonly model: IssueChartModel;
  readonly colour: string;
}) {
  return (
    <PlotBase plot={plot} height={height} domain={model.domain} scale={model.scale} formatTick={formatPercent}>
      <Bands
        rows={model.rows}
        bands={[
          { key: "max", fill: colour, opacity: 0.25 },
          { key: "rate", fill: colour, opacity: 0.85 },
        ]}
        shape="stepped"
      />
    </PlotBase>
  );
});
