"use client";

import { type ReactNode, useMemo, useState } from "react";
import { ReferenceLine } from "recharts";
import type { Comparison, Places } from "@/lib/core/compare/comparison";
import { notesAt } from "@/lib/view/chart-marks";
import {
  type CompareChart,
  type CompareChartName,
  type CompareChartsModel,
  compareCharts,
  nearestRun,
} from "@/lib/view/compare-charts";
import type { RunBand, RunChartMark } from "@/lib/view/compare-overlay";
import { namePlace, toCompareReadout } from "@/lib/view/compare-readout";
import type { SmoothedRun, SmoothedRuns } from "@/lib/view/compare-smoothing";
import { nameCompareChart } from "@/lib/view/compare-words";
import { formatPercent, formatReward } from "@/lib/view/format";
import { incidentsAt, placeBandLabels } from "@/lib/view/incident-bands";
import { AxisLabels } from "./axis-labels";
import { ChartFrame, type SavedCharts } from "./chart-frame";
import { CompareTooltip } from "./compare-tooltip";
import { IncidentLabels } from "./incident-labels";
import { MarkRail } from "./mark-rail";
import { type Plot, toPlot } from "./plot";
import { PlotBase } from "./plot-base";
import { RunLines } from "./run-lines";
import { RunShade } from "./run-shade";
import { StepPointer } from "./step-pointer";
import { useCrosshairKeys } from "./use-crosshair-keys";
import { useWidth } from "./use-width";

interface CompareChartsProps {
  readonly comparison: Comparison;
  readonly model: CompareChartsModel;
  /** Smoothed lines, and over how much; null: none are. */
  readonly smoothed: { readonly lines: SmoothedRuns; readonly words: string } | null;
  /** Annotations and incidents of the runs. */
  readonly marks: readonly RunChartMark[];
  readonly bands: readonly RunBand[];
  /** What a mark says in full. */
  readonly renderMark: (mark: RunChartMark) => ReactNode;
  /** Where an incident is told in full; null: where all of them are named. */
  readonly incidentHref: (band: RunBand | null) => string;
  /** The rollouts behind a run's mark at one place, or behind all of its line. */
  readonly hrefOf: (chart: CompareChartName, run: number, places: Places | null) => string | null;
  /** How files of the charts are called and captioned. */
  readonly saved: SavedCharts;
  readonly onOpen: (href: string, inNewTab: boolean) => void;
  readonly onZoom: (places: Places) => void;
  readonly onReset: () => void;
}

const heights: Readonly<Record<CompareChartName, number>> = { reward: 172, lost: 172, masked: 172 };

function describeChart(name: CompareChartName, { width, kind }: Pick<Comparison, "width" | "kind">): string {
  const steps = width === 1 ? "a step" : `of ${width} steps`;
  if (name === "reward") return `mean ${steps}, 95% interval`;
  const share = `share ${width === 1 ? "of each step’s rollouts" : steps}`;
  if (name === "lost") return kind === null ? `${share}, masked, unscored or failed` : `${share}, of those received`;
  return "flagged by the environment; below zero, expected without a result";
}

/** The three charts of compared runs: one axis, one crosshair, one zoom. */
export function CompareCharts(props: CompareChartsProps) {
  const {
    comparison,
    model,
    smoothed,
    marks,
    bands,
    renderMark,
    incidentHref,
    hrefOf,
    saved,
    onOpen,
    onZoom,
    onReset,
  } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const [pointer] = useState(() => new StepPointer());
  const plot = useMemo(() => (width === null ? null : toPlot(width)), [width]);
  const { axis, rows } = model;
  const { runs, inPercent } = comparison;
  const formatTicks = useMemo(() => {
    const writeShare = (value: number) => formatPercent(Math.abs(value));
    return { reward: (value: number) => formatReward(value, inPercent), lost: writeShare, masked: writeShare };
  }, [inPercent]);

  function frame(name: CompareChartName) {
    const { scale, labels, emptyText } = model.charts[name];
    return {
      title: nameCompareChart(name, comparison.kind),
      subtitle: [describeChart(name, comparison), ...(smoothed === null ? [] : [smoothed.words])].join("; "),
      aside: null,
      emptyText,
      height: heights[name],
      axis,
      plot,
      pointer,
      labels,
      marks,
      bands: [],
      behind: <RunShade bands={bands} domain={axis.domain} />,
      annotating: false,
      saved,
      onReset,
      hrefOf: (id: string) => hrefOf(name, Number(id), null),
      onSelect: (a: number, b: number) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const inside = rows.filter((row) => row.to + 0.5 > low && row.from - 0.5 < high);
        const [first, last] = [inside[0], inside.at(-1)];
        if (first !== undefined && last !== undefined) onZoom({ from: first.from, to: last.to });
      },
      onOpen: (index: number, down: number, inNewTab: boolean) => {
        const [low, high] = scale.domain;
        const run = nearestRun(model, name, index, high - Math.max(0, Math.min(1, down)) * (high - low));
        const point = run === null ? null : (rows[index]?.points[run] ?? null);
        const href = run === null || point === null ? null : hrefOf(name, run, point);
        if (href !== null) onOpen(href, inNewTab);
      },
    };
  }

  const placed = useMemo(
    () => (plot === null ? null : placeBandLabels(bands, axis.domain, plot.width - plot.left - plot.right)),
    [plot, bands, axis],
  );
  const hrefOfBand = (id: string | null) => incidentHref(bands.find((band) => band.id === id) ?? null);
  /** What stands over the first chart, for all of them. */
  const first = {
    rail: marks.length > 0 && (
      <MarkRail
        marks={marks}
        domain={axis.domain}
        plot={plot}
        renderMark={({ id }) => {
          const mark = marks.find((one) => one.id === id);
          return mark === undefined ? null : renderMark(mark);
        }}
        annotating={false}
      />
    ),
    over: placed !== null && bands.length > 0 && (
      <IncidentLabels
        placed={placed}
        hrefOf={hrefOfBand}
        onIncident={(id) => onOpen(hrefOfBand(id), false)}
        allHref={hrefOfBand(null)}
      />
    ),
  };

  const moveCrosshair = useCrosshairKeys({ pointer, plot, axis, count: rows.length, onOpen: null, onAnnotate: null });

  return (
    // biome-ignore lint/a11y/useSemanticElements: no element stands for a group of charts.
    <div
      ref={ref}
      data-chart-area
      role="group"
      aria-label="Charts. Left and right arrow move the crosshair. The tables below say the same."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the crosshair moves by arrow keys.
      tabIndex={0}
      onKeyDown={moveCrosshair}
      onBlur={(event) => {
        // As in the charts of one run: focus that moves within them is no leaving.
        if (!event.currentTarget.contains(event.relatedTarget)) pointer.set(null);
      }}
      className="charts @container/charts relative focus-visible:outline-1 focus-visible:outline-offset-4"
    >
      <noscript>
        <p className="pt-3 text-sm text-ink-2">Charts need JavaScript. The tables below say the same.</p>
      </noscript>
      {compareCharts.map((name) => (
        <ChartFrame key={name} {...frame(name)} {...(name === "reward" ? first : {})}>
          {plot !== null && (
            <LinesPlot
              chart={model.charts[name]}
              smoothed={smoothed === null ? null : smoothed.lines[name]}
              plot={plot}
              height={heights[name]}
              domain={axis.domain}
              formatTick={formatTicks[name]}
            />
          )}
        </ChartFrame>
      ))}
      <AxisLabels axis={axis} />
      {plot !== null && (
        <CompareTooltip
          pointer={pointer}
          plot={plot}
          kind={comparison.kind}
          read={(index) => {
            const row = rows[index];
            if (row === undefined) return null;
            const place = namePlace(comparison, row);
            const title = comparison.alignment === "step" ? `Step ${place}` : place;
            const extent = axis.extents[index];
            const notes = extent === undefined ? [] : [...incidentsAt(bands, extent), ...notesAt(marks, extent)];
            return { place: title, rows: toCompareReadout(runs, row.points, inPercent), notes };
          }}
        />
      )}
    </div>
  );
}

interface LinesPlotProps {
  readonly chart: CompareChart;
  readonly smoothed: readonly SmoothedRun[] | null;
  readonly plot: Plot;
  readonly height: number;
  readonly domain: readonly [number, number];
  readonly formatTick: (value: number) => string;
}

function LinesPlot({ chart, smoothed, plot, height, domain, formatTick }: LinesPlotProps) {
  const [low, high] = chart.scale.domain;
  return (
    <PlotBase plot={plot} height={height} domain={domain} scale={chart.scale} formatTick={formatTick}>
      {low < 0 && high > 0 && <ReferenceLine y={0} stroke="var(--hairline-strong)" />}
      <RunLines lines={chart.lines} smoothed={smoothed} low={low} high={high} />
    </PlotBase>
  );
}
