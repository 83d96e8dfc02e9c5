"use client";

import { memo } from "react";
import { rawLook, smoothLook } from "@/lib/view/chart-looks";
import { formatPercent } from "@/lib/view/format";
import { type WorldsModel, worldSeries } from "@/lib/view/worlds-model";
import { Bands } from "./bands";
import { FreeLines, RowLine } from "./free-marks";
import type { Plot } from "./plot";
import { PlotBase } from "./plot-base";

interface LearningChartProps {
  readonly model: WorldsModel;
  readonly plot: Plot;
  readonly height: number;
  readonly domain: readonly [number, number];
}

const dashes: Readonly<Record<(typeof worldSeries)[number]["key"], string | undefined>> = {
  touched: undefined,
  no_signal: "5 3",
  shift: undefined,
};

function lookOf(key: (typeof worldSeries)[number]["key"], stroke: string) {
  const dash = dashes[key];
  return { stroke, strokeWidth: 1.5, ...(dash === undefined ? {} : { strokeDasharray: dash }) };
}

/** What failures did to learning: shares of groups, and the advantage shift as a share of the top of its own scale. */
export const LearningChart = memo(function LearningChart({ model, plot, height, domain }: LearningChartProps) {
  return (
    <PlotBase plot={plot} height={height} domain={domain} scale={model.scale} formatTick={formatPercent}>
      <Bands
        rows={model.rows}
        bands={[{ key: "touched_range", fill: "var(--masked)", opacity: 0.14 }]}
        shape="stepped"
      />
      {worldSeries.map(({ key, colour }) => (
        <RowLine
          key={key}
          rows={model.rows}
          line={{ key, ...lookOf(key, colour), ...(model.smoothed === null ? {} : rawLook) }}
          shape="stepped"
        />
      ))}
      {model.smoothed !== null &&
        worldSeries.map(({ key, colour }) => (
          <FreeLines key={key} parts={model.smoothed?.[key] ?? []} look={{ ...lookOf(key, colour), ...smoothLook }} />
        ))}
    </PlotBase>
  );
});
