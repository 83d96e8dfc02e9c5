"use client";

import { useMemo, useState } from "react";
import { ReferenceLine } from "recharts";
import type { Comparison, Places } from "@/lib/core/compare/comparison";
import {
  type CompareChart,
  type CompareChartName,
  type CompareChartsModel,
  compareCharts,
  nearestRun,
} from "@/lib/view/compare-charts";
import { namePlace, toCompareReadout } from "@/lib/view/compare-readout";
import { formatPercent, formatReward } from "@/lib/view/format";
import { AxisLabels } from "./axis-labels";
import { ChartFrame, type SavedCharts } from "./chart-frame";
import { CompareTooltip } from "./compare-tooltip";
import { type Plot, toPlot } from "./plot";
import { PlotBase } from "./plot-base";
import { RunLines } from "./run-lines";
import { StepPointer } from "./step-pointer";
import { useCrosshairKeys } from "./use-crosshair-keys";
import { useWidth } from "./use-width";

interface CompareChartsProps {
  readonly comparison: Comparison;
  readonly model: CompareChartsModel;
  /** The rollouts behind a run's mark at one place, or behind all of its line. */
  readonly hrefOf: (chart: CompareChartName, run: number, places: Places | null) => string | null;
  /** How files of the charts are called and captioned. */
  readonly saved: SavedCharts;
  readonly onOpen: (href: string, inNewTab: boolean) => void;
  readonly onZoom: (places: Places) => void;
  readonly onReset: () => void;
}

const heights: Readonly<Record<CompareChartName, number>> = { reward: 172, lost: 172, masked: 172 };

const titles: Readonly<Record<CompareChartName, string>> = {
  reward: "Evidence reward",
  lost: "Lost",
  masked: "Masked and coverage",
};

function describeChart(name: CompareChartName, width: number): string {
  const steps = width === 1 ? "a step" : `of ${width} steps`;
  if (name === "reward") return `mean ${steps}, 95% interval`;
  if (name === "lost") return `share ${width === 1 ? "of each step’s rollouts" : steps}, masked, unscored or failed`;
  return "flagged by the environment; below zero, expected without a result";
}

/** The three charts of compared runs: one axis, one crosshair, one zoom. */
export function CompareCharts({ comparison, model, hrefOf, saved, onOpen, onZoom, onReset }: CompareChartsProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [pointer] = useState(() => new StepPointer());
  const plot = useMemo(() => (width === null ? null : toPlot(width)), [width]);
  const { axis, rows } = model;
  const { runs, inPercent } = comparison;

  function frame(name: CompareChartName) {
    const { scale, labels, emptyText } = model.charts[name];
    return {
      title: titles[name],
      subtitle: describeChart(name, comparison.width),
      aside: null,
      emptyText,
      height: heights[name],
      axis,
      plot,
      pointer,
      labels,
      marks: [],
      bands: [],
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
        <ChartFrame key={name} {...frame(name)}>
          {plot !== null && (
            <LinesPlot
              chart={model.charts[name]}
              plot={plot}
              height={heights[name]}
              domain={axis.domain}
              formatTick={(value) =>
                name === "reward" ? formatReward(value, inPercent) : formatPercent(Math.abs(value))
              }
            />
          )}
        </ChartFrame>
      ))}
      <AxisLabels axis={axis} />
      {plot !== null && (
        <CompareTooltip
          pointer={pointer}
          plot={plot}
          read={(index) => {
            const row = rows[index];
            if (row === undefined) return null;
            const place = namePlace(comparison, row);
            const title = comparison.alignment === "step" ? `Step ${place}` : place;
            return { place: title, rows: toCompareReadout(runs, row.points, inPercent) };
          }}
        />
      )}
    </div>
  );
}

interface LinesPlotProps {
  readonly chart: CompareChart;
  readonly plot: Plot;
  readonly height: number;
  readonly domain: readonly [number, number];
  readonly formatTick: (value: number) => string;
}

function LinesPlot({ chart, plot, height, domain, formatTick }: LinesPlotProps) {
  const [low, high] = chart.scale.domain;
  const rows = useMemo(() => domain.map((x) => ({ x })), [domain]);
  return (
    <PlotBase plot={plot} height={height} rows={rows} domain={domain} scale={chart.scale} formatTick={formatTick}>
      {low < 0 && high > 0 && <ReferenceLine y={0} stroke="var(--hairline-strong)" />}
      <RunLines lines={chart.lines} low={low} high={high} />
    </PlotBase>
  );
}
